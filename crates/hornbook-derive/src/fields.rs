//! The fields that are parameters: what `#[derive(Learner)]` and `#[derive(Tool)]` share.

use proc_macro2::TokenStream as Tokens;
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Error, Expr, Field, Fields, Ident, Lit, LitStr, Meta, Result, Type};

/// A field that is a parameter.
pub struct DeclaredField {
    ident: Ident,
    ty: Type,
    doc: String,
    aliases: Vec<LitStr>,
    default: Option<Expr>,
    range: Tokens,
    search: Tokens,
    /// Whether it takes what is said without a name.
    rest: bool,
}

/// The parameters of a struct.
pub fn declared_fields(input: &DeriveInput) -> Result<Vec<DeclaredField>> {
    let wrong = || Error::new(input.ident.span(), "parameters are declared by a struct with named fields");
    let Data::Struct(data) = &input.data else { return Err(wrong()) };
    named_fields(&data.fields).ok_or_else(wrong)?
}

/// The parameters that named fields are; `None` if the fields have no names.
pub fn named_fields(fields: &Fields) -> Option<Result<Vec<DeclaredField>>> {
    match fields {
        Fields::Named(fields) => Some(fields.named.iter().map(DeclaredField::read).collect()),
        _ => None,
    }
}

impl DeclaredField {
    fn read(field: &Field) -> Result<DeclaredField> {
        let ident = field.ident.clone().ok_or_else(|| Error::new_spanned(field, "unnamed field"))?;
        let doc = doc_of(&field.attrs);
        if doc.is_empty() {
            return Err(Error::new(ident.span(), "a parameter needs a doc comment: it becomes the help"));
        }
        let mut read = DeclaredField {
            ident,
            ty: field.ty.clone(),
            doc,
            aliases: Vec::new(),
            default: None,
            range: quote!(::hornbook_core::Range::ANY),
            search: quote!(::core::option::Option::None),
            rest: false,
        };
        for attribute in field.attrs.iter().filter(|a| a.path().is_ident("param")) {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("default") {
                    read.default = Some(meta.value()?.parse()?);
                } else if meta.path.is_ident("range") {
                    read.range = parse_range(&meta.value()?.parse()?)?;
                } else if meta.path.is_ident("search") {
                    read.search = parse_search(&meta.value()?.parse()?)?;
                } else if meta.path.is_ident("aliases") {
                    read.aliases = strings(&meta)?;
                } else if meta.path.is_ident("rest") {
                    read.rest = true;
                } else {
                    return Err(meta.error("expected default, range, search, aliases or rest"));
                }
                Ok(())
            })?;
        }
        Ok(read)
    }

    /// The name of the field.
    pub fn ident(&self) -> &Ident {
        &self.ident
    }

    /// The name of the parameter.
    pub fn label(&self) -> String {
        self.ident.to_string()
    }

    /// Whether it takes what is said without a name.
    pub fn is_rest(&self) -> bool {
        self.rest
    }

    /// The spec of a field of a struct, which has a default.
    fn spec(&self, type_name: &Ident, may_be_required: bool) -> Tokens {
        let ident = &self.ident;
        let default = quote!(&<#type_name as ::core::default::Default>::default().#ident);
        self.spec_with(&default, may_be_required)
    }

    /// The spec of a field of a variant, which is required if no default is declared and it is no `Option`.
    pub fn variant_spec(&self) -> Tokens {
        let ty = &self.ty;
        let default = match &self.default {
            Some(value) => quote!(&{ let value: #ty = #value; value }),
            None if option_of(ty).is_some() => quote!(&<#ty>::None),
            None => quote!(&::core::option::Option::<#ty>::None),
        };
        self.spec_with(&default, true)
    }

    fn spec_with(&self, default: &Tokens, may_be_required: bool) -> Tokens {
        let DeclaredField { ty, doc, aliases, range, search, .. } = self;
        let label = self.label();
        let required = may_be_required && self.default.is_none() && option_of(ty).is_none();
        quote! {
            ::hornbook_core::ParameterSpec {
                name: #label,
                aliases: &[#(#aliases),*],
                doc: #doc,
                kind: <#ty as ::hornbook_core::ParameterValue>::KIND,
                optional: <#ty as ::hornbook_core::ParameterValue>::OPTIONAL,
                required: #required,
                range: #range,
                search: #search,
                default: || ::hornbook_core::ParameterValue::to_value(#default),
                read: |value| {
                    let read = <#ty as ::hornbook_core::ParameterValue>::read(value)?;
                    ::core::result::Result::Ok(read.map(|value| ::hornbook_core::ParameterValue::to_value(&value)))
                },
            }
        }
    }

    fn default_value(&self) -> Tokens {
        let ident = &self.ident;
        match &self.default {
            Some(value) => quote!(#ident: #value),
            None => quote!(#ident: ::core::default::Default::default()),
        }
    }

    /// The builder method.
    pub fn setter(&self) -> Tokens {
        let DeclaredField { ident, ty, doc, .. } = self;
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
        quote! {
            #[doc = #doc]
            #[must_use]
            pub fn #ident(mut self, #ident: #argument) -> Self {
                self.#ident = #value;
                self
            }
        }
    }

    /// The statement that puts the present value among the parameters.
    pub fn get(&self) -> Tokens {
        let (ident, label) = (&self.ident, self.label());
        quote!(parameters.insert(#label.to_string(), ::hornbook_core::ParameterValue::to_value(&self.#ident));)
    }

    fn set(&self, owner: &LitStr) -> Tokens {
        let (ident, label) = (&self.ident, self.label());
        quote! {
            #label => self.#ident = ::hornbook_core::ParameterValue::read(value)
                .map_err(|error| spec.within(#owner, error))?
                .ok_or_else(|| spec.refuse(#owner, &value.to_string()))?,
        }
    }

    fn check(&self, index: usize, owner: &LitStr) -> Tokens {
        let ident = &self.ident;
        quote! {
            DECLARATION.parameters[#index].check(#owner, &self.#ident)?;
        }
    }
}

/// What is written for the parameters of a struct, whatever it declares. It stands beside a static `DECLARATION`.
pub struct DeclaredItems {
    /// The `ParameterSpec`s, with commas between them.
    pub specs: Tokens,
    /// `impl Default`.
    pub default: Tokens,
    /// The methods `set_parameter` and `check_parameters`.
    pub set_and_check: Tokens,
}

/// The items of these fields; `may_be_required` if a field without a default must be given.
pub fn declared_items(
    type_name: &Ident,
    owner: &LitStr,
    fields: &[DeclaredField],
    may_be_required: bool,
) -> DeclaredItems {
    let specs = fields.iter().map(|field| field.spec(type_name, may_be_required));
    let defaults = fields.iter().map(DeclaredField::default_value);
    let sets = fields.iter().map(|field| field.set(owner));
    let checks = fields.iter().enumerate().map(|(index, field)| field.check(index, owner));
    DeclaredItems {
        specs: quote!(#(#specs),*),
        default: quote! {
            impl ::core::default::Default for #type_name {
                fn default() -> Self {
                    Self { #(#defaults),* }
                }
            }
        },
        set_and_check: quote! {
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
        },
    }
}

/// The strings of `aliases("one", "two")`.
pub fn strings(meta: &syn::meta::ParseNestedMeta<'_>) -> Result<Vec<LitStr>> {
    let content;
    syn::parenthesized!(content in meta.input);
    let list = content.parse_terminated(<LitStr as syn::parse::Parse>::parse, syn::Token![,])?;
    Ok(list.into_iter().collect())
}

/// The text of the doc comments, one line each, without the leading space.
pub fn doc_of(attributes: &[Attribute]) -> String {
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
