//! `#[derive(Learner)]` and `#[derive(Choice)]`: one declaration, every interface.
//!
//! The derives write what would otherwise be said five times: the default values, the builder methods, the
//! [`Declaration`](../hornbook_core/struct.Declaration.html) that the interfaces read, and the range checks.

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::quote;
use syn::{
    Attribute, Data, DeriveInput, Error, Expr, Fields, Lit, LitStr, Meta, Result, Type, parse_macro_input,
};

/// Declares a learner: a struct with named fields, each of which is a parameter.
///
/// On the struct: `#[learner(name = "decision-tree", family = "trees", tasks(classification, regression), missing,
/// categories, text, series, sequence, items, image, graph, sample_weights, out_of_core, multi_output, incremental, offset, early_stopping, warm_start)]`; `python = "Ridge"` where the Python
/// class is not called by type and task; `aliases("k-nn", "lazy learner")` for other names that it is found by, and
/// `sklearn = "…"`, `r = "…"`, `weka = "…"` for what other programs call it; `explicit_only` if a study tries the learner
/// only when asked to; `scale_sensitive` if it matters in which units columns are. On a field: `#[param(default = 3, range
/// = "1..=30", search = "2..10")]`, and `aliases("old_name")`, all optional; a range may leave out either end, and `>`
/// before the first number excludes it. What is worth trying when the learner is tuned reads `"2..10"`, `"1e-4..1 log"`, or
/// `"every"` for a choice or a truth value.
#[proc_macro_derive(Learner, attributes(learner, param))]
pub fn learner(input: TokenStream) -> TokenStream {
    expand_learner(&parse_macro_input!(input as DeriveInput)).unwrap_or_else(Error::into_compile_error).into()
}

/// Makes a plain enum a parameter type: its values are the variants' names in snake case, explained by their
/// doc comments. `#[choice(alias = "old_name")]` on a variant is another name that is read as it.
#[proc_macro_derive(Choice, attributes(choice))]
pub fn choice(input: TokenStream) -> TokenStream {
    expand_choice(&parse_macro_input!(input as DeriveInput)).unwrap_or_else(Error::into_compile_error).into()
}

/// The fields of `Capabilities`.
const CAPABILITIES: [&str; 15] = [
    "missing",
    "categories",
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
    capabilities: Vec<syn::Ident>,
    explicit_only: bool,
    scale_sensitive: bool,
}

fn expand_learner(input: &DeriveInput) -> Result<Tokens> {
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
            } else if meta.path.is_ident("tasks") {
                meta.parse_nested_meta(|task| {
                    let variant = match task.path.require_ident()?.to_string().as_str() {
                        "classification" => quote!(::hornbook_core::Task::Classification),
                        "regression" => quote!(::hornbook_core::Task::Regression),
                        "outliers" => quote!(::hornbook_core::Task::Outliers),
                        "density" => quote!(::hornbook_core::Task::Density),
                        "clustering" => quote!(::hornbook_core::Task::Clustering),
                        "transformation" => quote!(::hornbook_core::Task::Transformation),
                        "labeling" => quote!(::hornbook_core::Task::Labeling),
                        "patterns" => quote!(::hornbook_core::Task::Patterns),
                        _ => {
                            return Err(task.error(
                                "expected classification, regression, outliers, density, clustering, transformation, labeling \
                                 or patterns",
                            ));
                        }
                    };
                    attributes.tasks.push(variant);
                    Ok(())
                })?;
            } else {
                let capability = meta.path.require_ident()?;
                if !CAPABILITIES.iter().any(|known| capability == known) {
                    return Err(
                        meta.error(format!("expected {}, explicit_only or scale_sensitive", CAPABILITIES.join(", ")))
                    );
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
    let doc = doc_of(&input.attrs);
    let python_name = match &attributes.python {
        Some(name) => quote!(::core::option::Option::Some(#name)),
        None => quote!(::core::option::Option::None),
    };

    let Data::Struct(data) = &input.data else {
        return Err(Error::new(type_name.span(), "a learner is a struct of its parameters"));
    };
    let Fields::Named(fields) = &data.fields else {
        return Err(Error::new(type_name.span(), "a learner's parameters have names"));
    };

    let (mut specs, mut defaults, mut setters) = (Vec::new(), Vec::new(), Vec::new());
    let (mut gets, mut sets, mut checks) = (Vec::new(), Vec::new(), Vec::new());
    for (index, field) in fields.named.iter().enumerate() {
        let ident = field.ident.as_ref().ok_or_else(|| Error::new(type_name.span(), "unnamed field"))?;
        let (label, ty, field_doc) = (ident.to_string(), &field.ty, doc_of(&field.attrs));
        if field_doc.is_empty() {
            return Err(Error::new(ident.span(), "a parameter needs a doc comment: it becomes the help"));
        }
        let (mut default, mut range) =
            (quote!(::core::default::Default::default()), quote!(::hornbook_core::Range::ANY));
        let mut search = quote!(::core::option::Option::None);
        let mut field_aliases: Vec<LitStr> = Vec::new();
        for attribute in field.attrs.iter().filter(|a| a.path().is_ident("param")) {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("default") {
                    let value: Expr = meta.value()?.parse()?;
                    default = quote!(#value);
                } else if meta.path.is_ident("range") {
                    range = parse_range(&meta.value()?.parse()?)?;
                } else if meta.path.is_ident("search") {
                    search = parse_search(&meta.value()?.parse()?)?;
                } else if meta.path.is_ident("aliases") {
                    field_aliases = strings(&meta)?;
                } else {
                    return Err(meta.error("expected default, range, search or aliases"));
                }
                Ok(())
            })?;
        }
        specs.push(quote! {
            ::hornbook_core::ParameterSpec {
                name: #label,
                aliases: &[#(#field_aliases),*],
                doc: #field_doc,
                kind: <#ty as ::hornbook_core::ParameterValue>::KIND,
                optional: <#ty as ::hornbook_core::ParameterValue>::OPTIONAL,
                range: #range,
                search: #search,
                default: || ::hornbook_core::ParameterValue::to_value(&<#type_name as ::core::default::Default>::default().#ident),
                read: |value| <#ty as ::hornbook_core::ParameterValue>::from_value(value)
                    .map(|value| ::hornbook_core::ParameterValue::to_value(&value)),
            }
        });
        defaults.push(quote!(#ident: #default));
        let (argument, value) = match option_of(ty) {
            // Any learner can be given where one is asked for.
            Some(inner) if is_learner(inner) => (
                quote!(impl ::core::convert::Into<#inner>),
                quote!(::core::option::Option::Some(#ident.into())),
            ),
            Some(inner) => {
                (quote!(impl ::core::convert::Into<::core::option::Option<#inner>>), quote!(#ident.into()))
            }
            None => (quote!(#ty), quote!(#ident)),
        };
        setters.push(quote! {
            #[doc = #field_doc]
            #[must_use]
            pub fn #ident(mut self, #ident: #argument) -> Self {
                self.#ident = #value;
                self
            }
        });
        gets.push(quote!(parameters.insert(#label.to_string(), ::hornbook_core::ParameterValue::to_value(&self.#ident));));
        sets.push(quote! {
            #label => self.#ident = ::hornbook_core::ParameterValue::from_value(value)
                .ok_or_else(|| spec.refuse(#name, &value.to_string()))?,
        });
        checks.push(quote! {
            if let Some(number) = ::hornbook_core::ParameterValue::as_number(&self.#ident) {
                let spec = &DECLARATION.parameters[#index];
                if !spec.range.contains(number) {
                    return Err(spec.refuse(#name, &number.to_string()));
                }
            }
        });
    }

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
                explicit_only: #explicit_only,
                scale_sensitive: #scale_sensitive,
                doc: #doc,
                parameters: &[#(#specs),*],
            };

            impl ::core::default::Default for #type_name {
                fn default() -> Self {
                    Self { #(#defaults),* }
                }
            }

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
                fn set_parameter(&mut self, name: &str, value: &::hornbook_core::Value) -> ::hornbook_core::Result<()> {
                    let spec = DECLARATION.parameter(name)?;
                    match spec.name {
                        #(#sets)*
                        // `DECLARATION.parameter` has refused every other name.
                        _ => {}
                    }
                    Ok(())
                }
                fn check_parameters(&self) -> ::hornbook_core::Result<()> {
                    #(#checks)*
                    Ok(())
                }
            }
        };
    })
}

fn expand_choice(input: &DeriveInput) -> Result<Tokens> {
    let type_name = &input.ident;
    let Data::Enum(data) = &input.data else {
        return Err(Error::new(type_name.span(), "a choice is an enum"));
    };
    let (mut options, mut to, mut from) = (Vec::new(), Vec::new(), Vec::new());
    for variant in &data.variants {
        if !matches!(variant.fields, Fields::Unit) {
            return Err(Error::new(variant.ident.span(), "a choice's variants carry nothing"));
        }
        let (ident, label, doc) =
            (&variant.ident, snake_case(&variant.ident.to_string()), doc_of(&variant.attrs));
        options.push(quote!((#label, #doc)));
        to.push(quote!(#type_name::#ident => #label));
        let mut aliases: Vec<LitStr> = Vec::new();
        for attribute in variant.attrs.iter().filter(|a| a.path().is_ident("choice")) {
            attribute.parse_nested_meta(|meta| {
                if !meta.path.is_ident("alias") {
                    return Err(meta.error("expected alias"));
                }
                aliases.push(meta.value()?.parse()?);
                Ok(())
            })?;
        }
        from.push(quote!(#label #(| #aliases)* => Some(#type_name::#ident)));
    }
    Ok(quote! {
        impl #type_name {
            /// The name of this choice in every interface.
            pub fn name(&self) -> &'static str {
                match self { #(#to),* }
            }
        }
        impl ::hornbook_core::ParameterValue for #type_name {
            const KIND: ::hornbook_core::ParameterKind = ::hornbook_core::ParameterKind::Choice(&[#(#options),*]);
            fn to_value(&self) -> ::hornbook_core::Value {
                self.name().into()
            }
            fn from_value(value: &::hornbook_core::Value) -> ::core::option::Option<Self> {
                match value.as_str()? { #(#from,)* _ => None }
            }
        }
    })
}

/// The strings of `aliases("one", "two")`.
fn strings(meta: &syn::meta::ParseNestedMeta<'_>) -> Result<Vec<LitStr>> {
    let content;
    syn::parenthesized!(content in meta.input);
    let list = content.parse_terminated(<LitStr as syn::parse::Parse>::parse, syn::Token![,])?;
    Ok(list.into_iter().collect())
}

/// The text of the doc comments, one line each, without the leading space.
fn doc_of(attributes: &[Attribute]) -> String {
    let mut lines = Vec::new();
    for attribute in attributes.iter().filter(|a| a.path().is_ident("doc")) {
        if let Meta::NameValue(pair) = &attribute.meta
            && let Expr::Lit(literal) = &pair.value
            && let Lit::Str(text) = &literal.lit
        {
            let line = text.value();
            lines.push(line.strip_prefix(' ').unwrap_or(&line).to_string());
        }
    }
    lines.join("\n").trim().to_string()
}

/// `T` of `Option<T>`.
fn option_of(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|s| s.ident == "Option")?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first()? {
        syn::GenericArgument::Type(inner) => Some(inner),
        _ => None,
    }
}

fn is_learner(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|s| s.ident == "LearnerSpec"))
}

/// `"1.."`, `"0..=1"`, `">0..1"`, `"..5"`.
fn parse_range(text: &LitStr) -> Result<Tokens> {
    let source = text.value();
    let wrong = || Error::new(text.span(), "a range reads like \"1..\", \"0..=1\" or \">0..1\"");
    let (low, high) = source.split_once("..").ok_or_else(wrong)?;
    let number = |s: &str| -> Result<Tokens> {
        if s.is_empty() {
            return Ok(quote!(::core::option::Option::None));
        }
        let x: f64 = s.parse().map_err(|_| wrong())?;
        Ok(quote!(::core::option::Option::Some(#x)))
    };
    let (low_open, low) = (low.starts_with('>'), number(low.trim_start_matches('>'))?);
    let (high_open, high) = (!high.starts_with('='), number(high.trim_start_matches('='))?);
    Ok(quote!(::hornbook_core::Range { low: #low, low_open: #low_open, high: #high, high_open: #high_open }))
}

/// `"1..20"`, `"1e-4..1 log"`, `"every"`.
fn parse_search(text: &LitStr) -> Result<Tokens> {
    let source = text.value();
    let wrong = || Error::new(text.span(), "a search reads like \"1..20\", \"1e-4..1 log\" or \"every\"");
    if source == "every" {
        return Ok(quote!(::core::option::Option::Some(::hornbook_core::DefaultSearchSpace::Every)));
    }
    let (numbers, logarithmic) = match source.strip_suffix(" log") {
        Some(numbers) => (numbers, true),
        None => (source.as_str(), false),
    };
    let (low, high) = numbers.split_once("..").ok_or_else(wrong)?;
    let number = |s: &str| s.parse::<f64>().map_err(|_| wrong());
    let (low, high) = (number(low)?, number(high)?);
    if low >= high || (logarithmic && low <= 0.0) {
        return Err(wrong());
    }
    Ok(quote! {
        ::core::option::Option::Some(::hornbook_core::DefaultSearchSpace::Between { low: #low, high: #high, logarithmic: #logarithmic })
    })
}

fn snake_case(name: &str) -> String {
    let mut out = String::new();
    for (i, c) in name.chars().enumerate() {
        if c.is_uppercase() && i > 0 {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}
