//! `#[derive(Learner)]`.

use crate::fields::{DeclaredField, DeclaredItems, declared_fields, declared_items, doc_of, strings};
use proc_macro2::TokenStream as Tokens;
use quote::quote;
use syn::meta::ParseNestedMeta;
use syn::parse::Parse;
use syn::{DeriveInput, Error, Ident, LitStr, Path, Result, Token};

/// The fields of `Capabilities`.
const CAPABILITIES: [&str; 16] = [
    "missing",
    "categories",
    "many_levels",
    "text",
    "series",
    "sequence",
    "items",
    "image",
    "graph",
    "sample_weights",
    "out_of_core",
    "multi_output",
    "incremental",
    "offset",
    "early_stopping",
    "warm_start",
];

#[derive(Default)]
struct LearnerAttributes {
    name: Option<LitStr>,
    family: Option<LitStr>,
    python: Option<LitStr>,
    aliases: Vec<LitStr>,
    equivalents: Vec<Tokens>,
    tasks: Vec<Tokens>,
    capabilities: Vec<Ident>,
    removes: Vec<Ident>,
    applied: Option<LitStr>,
    supervised: bool,
    composite: bool,
    explicit_only: bool,
    scale_sensitive: bool,
    attributes: Vec<Path>,
    python_mixins: Vec<Tokens>,
    /// Without tasks all of the learner's are meant.
    poor_score: Option<Vec<Tokens>>,
    binary_only: bool,
    positive_target: bool,
    generative: bool,
    study_settings: Vec<LitStr>,
    stages: Option<LitStr>,
    work: Option<LitStr>,
}

/// The task of a name.
fn task_of(name: &Ident) -> Result<Tokens> {
    Ok(match name.to_string().as_str() {
        "classification" => quote!(::hornbook_core::Task::Classification),
        "regression" => quote!(::hornbook_core::Task::Regression),
        "outliers" => quote!(::hornbook_core::Task::Outliers),
        "density" => quote!(::hornbook_core::Task::Density),
        "clustering" => quote!(::hornbook_core::Task::Clustering),
        "transformation" => quote!(::hornbook_core::Task::Transformation),
        "labeling" => quote!(::hornbook_core::Task::Labeling),
        "patterns" => quote!(::hornbook_core::Task::Patterns),
        _ => {
            return Err(Error::new(
                name.span(),
                "expected classification, regression, outliers, density, clustering, transformation, labeling or patterns",
            ));
        }
    })
}

/// The tasks of `tasks(classification, regression)`.
fn tasks_of(meta: &ParseNestedMeta<'_>) -> Result<Vec<Tokens>> {
    let mut tasks = Vec::new();
    meta.parse_nested_meta(|task| {
        tasks.push(task_of(task.path.require_ident()?)?);
        Ok(())
    })?;
    Ok(tasks)
}

/// `python_mixins("linear.Linear")`, or those of each task: `python_mixins(classification("linear.Discriminant"))`.
fn python_mixins(meta: &ParseNestedMeta<'_>) -> Result<Vec<Tokens>> {
    let content;
    syn::parenthesized!(content in meta.input);
    let mut mixins = Vec::new();
    while !content.is_empty() {
        if content.peek(LitStr) {
            let class: LitStr = content.parse()?;
            mixins.push(quote!((::core::option::Option::None, #class)));
        } else {
            let task = task_of(&content.parse()?)?;
            let classes;
            syn::parenthesized!(classes in content);
            for class in classes.parse_terminated(<LitStr as Parse>::parse, Token![,])? {
                mixins.push(quote!((::core::option::Option::Some(#task), #class)));
            }
        }
        if !content.is_empty() {
            content.parse::<Token![,]>()?;
        }
    }
    Ok(mixins)
}

pub fn expand_learner(input: &DeriveInput) -> Result<Tokens> {
    let type_name = &input.ident;
    let mut attributes = LearnerAttributes::default();
    for attribute in input.attrs.iter().filter(|a| a.path().is_ident("learner")) {
        attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("name") {
                attributes.name = Some(meta.value()?.parse()?);
            } else if meta.path.is_ident("family") {
                attributes.family = Some(meta.value()?.parse()?);
            } else if meta.path.is_ident("python") {
                attributes.python = Some(meta.value()?.parse()?);
            } else if meta.path.is_ident("aliases") {
                attributes.aliases = strings(&meta)?;
            } else if meta.path.is_ident("sklearn") {
                let names: LitStr = meta.value()?.parse()?;
                attributes.equivalents.push(quote!(("scikit-learn", #names)));
            } else if meta.path.is_ident("r") {
                let names: LitStr = meta.value()?.parse()?;
                attributes.equivalents.push(quote!(("R", #names)));
            } else if meta.path.is_ident("weka") {
                let names: LitStr = meta.value()?.parse()?;
                attributes.equivalents.push(quote!(("Weka", #names)));
            } else if meta.path.is_ident("explicit_only") {
                attributes.explicit_only = true;
            } else if meta.path.is_ident("scale_sensitive") {
                attributes.scale_sensitive = true;
            } else if meta.path.is_ident("applied") {
                attributes.applied = Some(meta.value()?.parse()?);
            } else if meta.path.is_ident("supervised") {
                attributes.supervised = true;
            } else if meta.path.is_ident("composite") {
                attributes.composite = true;
            } else if meta.path.is_ident("removes") {
                meta.parse_nested_meta(|kind| {
                    attributes.removes.push(kind.path.require_ident()?.clone());
                    Ok(())
                })?;
            } else if meta.path.is_ident("tasks") {
                attributes.tasks = tasks_of(&meta)?;
            } else if meta.path.is_ident("attributes") {
                let content;
                syn::parenthesized!(content in meta.input);
                attributes.attributes =
                    content.parse_terminated(<Path as Parse>::parse, Token![,])?.into_iter().collect();
            } else if meta.path.is_ident("python_mixins") {
                attributes.python_mixins = python_mixins(&meta)?;
            } else if meta.path.is_ident("poor_score") {
                let of_some = meta.input.peek(syn::token::Paren);
                attributes.poor_score = Some(if of_some { tasks_of(&meta)? } else { Vec::new() });
            } else if meta.path.is_ident("binary_only") {
                attributes.binary_only = true;
            } else if meta.path.is_ident("positive_target") {
                attributes.positive_target = true;
            } else if meta.path.is_ident("generative") {
                attributes.generative = true;
            } else if meta.path.is_ident("study") {
                attributes.study_settings = strings(&meta)?;
            } else if meta.path.is_ident("stages") {
                attributes.stages = Some(meta.value()?.parse()?);
            } else if meta.path.is_ident("work") {
                attributes.work = Some(meta.value()?.parse()?);
            } else {
                let capability = meta.path.require_ident()?;
                if !CAPABILITIES.iter().any(|known| capability == known) {
                    return Err(meta.error(format!(
                        "expected {}, explicit_only or scale_sensitive",
                        CAPABILITIES.join(", ")
                    )));
                }
                attributes.capabilities.push(capability.clone());
            }
            Ok(())
        })?;
    }
    let missing = |what| Error::new(type_name.span(), format!("#[learner({what} = \"…\")] is needed"));
    let name = attributes.name.ok_or_else(|| missing("name"))?;
    let family = attributes.family.ok_or_else(|| missing("family"))?;
    let (tasks, capabilities) = (&attributes.tasks, &attributes.capabilities);
    let (aliases, equivalents) = (&attributes.aliases, &attributes.equivalents);
    let (explicit_only, scale_sensitive) = (attributes.explicit_only, attributes.scale_sensitive);
    let (removes, supervised, composite) = (&attributes.removes, attributes.supervised, attributes.composite);
    let (attribute_groups, python_mixins) = (&attributes.attributes, &attributes.python_mixins);
    let poor_score = match &attributes.poor_score {
        Some(some) if !some.is_empty() => some.clone(),
        Some(_) => tasks.clone(),
        None => Vec::new(),
    };
    let (binary_only, positive_target) = (attributes.binary_only, attributes.positive_target);
    let generative = attributes.generative;
    let study_settings = &attributes.study_settings;
    let optional = |text: &Option<LitStr>| match text {
        Some(text) => quote!(::core::option::Option::Some(#text)),
        None => quote!(::core::option::Option::None),
    };
    let (stages, work) = (optional(&attributes.stages), optional(&attributes.work));
    let doc = doc_of(&input.attrs);
    let (applied, python_name) = (optional(&attributes.applied), optional(&attributes.python));

    let fields = declared_fields(input)?;
    let DeclaredItems { specs, default, set_and_check } = declared_items(type_name, &name, &fields, false);
    let gets = fields.iter().map(DeclaredField::get);
    let setters = fields.iter().map(DeclaredField::setter);

    let type_label = type_name.to_string();
    Ok(quote! {
        const _: () = {
            static DECLARATION: ::hornbook_core::Declaration = ::hornbook_core::Declaration {
                name: #name,
                type_name: #type_label,
                python_name: #python_name,
                aliases: &[#(#aliases),*],
                equivalents: &[#(#equivalents),*],
                family: #family,
                tasks: &[#(#tasks),*],
                capabilities: {
                    #[allow(unused_mut)]
                    let mut capabilities = ::hornbook_core::Capabilities::NONE;
                    #(capabilities.#capabilities = true;)*
                    capabilities
                },
                removes: {
                    #[allow(unused_mut)]
                    let mut removes = ::hornbook_core::RemovedKinds::NONE;
                    #(removes.#removes = true;)*
                    removes
                },
                applied: #applied,
                supervised: #supervised,
                composite: #composite,
                explicit_only: #explicit_only,
                scale_sensitive: #scale_sensitive,
                attribute_groups: &[#(#attribute_groups),*],
                python_mixins: &[#(#python_mixins),*],
                poor_score: &[#(#poor_score),*],
                binary_only: #binary_only,
                positive_target: #positive_target,
                generative: #generative,
                study_settings: &[#(#study_settings),*],
                stages: #stages,
                work: #work,
                doc: #doc,
                parameters: &[#specs],
            };

            #default

            impl #type_name {
                #(#setters)*
            }

            impl ::hornbook_core::Declared for #type_name {
                fn declaration() -> &'static ::hornbook_core::Declaration {
                    &DECLARATION
                }
                fn parameters(&self) -> ::hornbook_core::Parameters {
                    #[allow(unused_mut)]
                    let mut parameters = ::hornbook_core::Parameters::new();
                    #(#gets)*
                    parameters
                }
                #set_and_check
            }
        };
    })
}
