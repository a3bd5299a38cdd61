//! `#[derive(Learner)]` and `#[derive(Choice)]`: one declaration, every door.
//!
//! The derives write what would otherwise be said five times: the default values, the builder methods, the
//! [`Declaration`](../hornbook_core/struct.Declaration.html) that the doors read, and the range checks.

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::quote;
use syn::{
    Attribute, Data, DeriveInput, Error, Expr, Fields, Lit, LitStr, Meta, Result, Type, parse_macro_input,
};

/// Declares a learner: a struct with named fields, each of which is a parameter.
///
/// On the struct: `#[learner(name = "decision-tree", family = "trees", tasks(classification, regression),
/// missing, categories, text, weights, batches, targets, more_rows, offset)]`; `python = "Ridge"` where the Python class is not
/// called by type and task; `on_request` if a study tries the learner only when asked to; `minds_scale` if it matters in
/// which units columns are. On a field: `#[param(default = 3, range = "1..=30", search = "2..10")]`,
/// all optional; a range may leave out either end, and `>` before the first number excludes it. What is worth trying
/// when the learner is tuned reads `"2..10"`, `"1e-4..1 log"`, or `"every"` for a choice or a truth value.
#[proc_macro_derive(Learner, attributes(learner, param))]
pub fn learner(input: TokenStream) -> TokenStream {
    expand_learner(&parse_macro_input!(input as DeriveInput)).unwrap_or_else(Error::into_compile_error).into()
}

/// Makes a plain enum a parameter type: its values are the variants' names in snake case, explained by their
/// doc comments.
#[proc_macro_derive(Choice)]
pub fn choice(input: TokenStream) -> TokenStream {
    expand_choice(&parse_macro_input!(input as DeriveInput)).unwrap_or_else(Error::into_compile_error).into()
}

#[derive(Default)]
struct LearnerAttributes {
    name: Option<LitStr>,
    family: Option<LitStr>,
    python: Option<LitStr>,
    tasks: Vec<Tokens>,
    abilities: Vec<syn::Ident>,
    on_request: bool,
    minds_scale: bool,
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
            } else if meta.path.is_ident("on_request") {
                attributes.on_request = true;
            } else if meta.path.is_ident("minds_scale") {
                attributes.minds_scale = true;
            } else if meta.path.is_ident("tasks") {
                meta.parse_nested_meta(|task| {
                    let variant = match task.path.require_ident()?.to_string().as_str() {
                        "classification" => quote!(::hornbook_core::Task::Classification),
                        "regression" => quote!(::hornbook_core::Task::Regression),
                        "outliers" => quote!(::hornbook_core::Task::Outliers),
                        "density" => quote!(::hornbook_core::Task::Density),
                        _ => return Err(task.error("expected classification, regression, outliers or density")),
                    };
                    attributes.tasks.push(variant);
                    Ok(())
                })?;
            } else {
                let ability = meta.path.require_ident()?;
                if !["missing", "categories", "text", "weights", "batches", "targets", "more_rows", "offset"]
                    .iter()
                    .any(|known| ability == known)
                {
                    return Err(meta.error(
                        "expected missing, categories, text, weights, batches, targets, more_rows, offset, on_request or \
                         minds_scale",
                    ));
                }
                attributes.abilities.push(ability.clone());
            }
            Ok(())
        })?;
    }
    let missing = |what| Error::new(type_name.span(), format!("#[learner({what} = \"…\")] is needed"));
    let name = attributes.name.ok_or_else(|| missing("name"))?;
    let family = attributes.family.ok_or_else(|| missing("family"))?;
    let (tasks, abilities) = (&attributes.tasks, &attributes.abilities);
    let (on_request, minds_scale) = (attributes.on_request, attributes.minds_scale);
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
        for attribute in field.attrs.iter().filter(|a| a.path().is_ident("param")) {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("default") {
                    let value: Expr = meta.value()?.parse()?;
                    default = quote!(#value);
                } else if meta.path.is_ident("range") {
                    range = parse_range(&meta.value()?.parse()?)?;
                } else if meta.path.is_ident("search") {
                    search = parse_search(&meta.value()?.parse()?)?;
                } else {
                    return Err(meta.error("expected default, range or search"));
                }
                Ok(())
            })?;
        }
        specs.push(quote! {
            ::hornbook_core::ParameterSpec {
                name: #label,
                doc: #field_doc,
                kind: <#ty as ::hornbook_core::ParameterValue>::KIND,
                optional: <#ty as ::hornbook_core::ParameterValue>::OPTIONAL,
                range: #range,
                search: #search,
                default: || ::hornbook_core::ParameterValue::to_value(&<#type_name as ::core::default::Default>::default().#ident),
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
                family: #family,
                tasks: &[#(#tasks),*],
                abilities: {
                    #[allow(unused_mut)]
                    let mut abilities = ::hornbook_core::Abilities { missing: false, categories: false, text: false, weights: false, batches: false, targets: false, more_rows: false, offset: false };
                    #(abilities.#abilities = true;)*
                    abilities
                },
                on_request: #on_request,
                minds_scale: #minds_scale,
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
                    match name {
                        #(#sets)*
                        // `DECLARATION.parameter` has refused every other name.
                        _ => {}
                    }
                    let _ = spec;
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
        from.push(quote!(#label => Some(#type_name::#ident)));
    }
    Ok(quote! {
        impl #type_name {
            /// The name of this choice on every door.
            pub fn name(&self) -> &'static str {
                match self { #(#to),* }
            }
        }
        impl ::hornbook_core::ParameterValue for #type_name {
            const KIND: ::hornbook_core::Kind = ::hornbook_core::Kind::Choice(&[#(#options),*]);
            fn to_value(&self) -> ::hornbook_core::Value {
                self.name().into()
            }
            fn from_value(value: &::hornbook_core::Value) -> ::core::option::Option<Self> {
                match value.as_str()? { #(#from,)* _ => None }
            }
        }
    })
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
        return Ok(quote!(::core::option::Option::Some(::hornbook_core::Search::Every)));
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
        ::core::option::Option::Some(::hornbook_core::Search::Between { low: #low, high: #high, logarithmic: #logarithmic })
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
