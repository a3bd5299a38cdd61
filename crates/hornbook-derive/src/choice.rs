//! `#[derive(Choice)]`: an enum as a parameter type. One whose variants have no fields is a choice of names; one with fields is a declared
//! value with parameters of its own.

use crate::fields::{DeclaredField, doc_of, named_fields};
use proc_macro2::TokenStream as Tokens;
use quote::quote;
use syn::{Data, DeriveInput, Error, Fields, Ident, LitStr, Result, Variant};

pub fn expand_choice(input: &DeriveInput) -> Result<Tokens> {
    let type_name = &input.ident;
    let Data::Enum(data) = &input.data else {
        return Err(Error::new(type_name.span(), "a choice is an enum"));
    };
    let options: Vec<ChoiceOption> = data.variants.iter().map(ChoiceOption::read).collect::<Result<_>>()?;
    let names =
        options.iter().map(|ChoiceOption { ident, label, .. }| quote!(#type_name::#ident { .. } => #label));
    let name_method = quote! {
        impl #type_name {
            /// The name of this choice in every interface.
            pub fn name(&self) -> &'static str {
                match self { #(#names),* }
            }
        }
    };
    let value = if options.iter().all(|option| option.fields.is_empty()) {
        plain_choice(type_name, &options)
    } else {
        declared_variants(type_name, &options)
    };
    Ok(quote!(#name_method #value))
}

struct ChoiceOption {
    ident: Ident,
    label: String,
    doc: String,
    aliases: Vec<LitStr>,
    fields: Vec<DeclaredField>,
}

impl ChoiceOption {
    fn read(variant: &Variant) -> Result<ChoiceOption> {
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
        let fields = match (&variant.fields, named_fields(&variant.fields)) {
            (Fields::Unit, _) => Vec::new(),
            (_, Some(fields)) => fields?,
            (_, None) => {
                return Err(Error::new(variant.ident.span(), "the parameters of a variant are named fields"));
            }
        };
        Ok(ChoiceOption {
            ident: variant.ident.clone(),
            label: snake_case(&variant.ident.to_string()),
            doc: doc_of(&variant.attrs),
            aliases,
            fields,
        })
    }
}

/// The value is a name.
fn plain_choice(type_name: &Ident, options: &[ChoiceOption]) -> Tokens {
    let described = options.iter().map(|ChoiceOption { label, doc, .. }| quote!((#label, #doc)));
    let from = options.iter().map(|ChoiceOption { ident, label, aliases, .. }| {
        quote!(#label #(| #aliases)* => Some(#type_name::#ident))
    });
    quote! {
        impl ::hornbook_core::ParameterValue for #type_name {
            const KIND: ::hornbook_core::ParameterKind = ::hornbook_core::ParameterKind::Choice(&[#(#described),*]);
            fn to_value(&self) -> ::hornbook_core::Value {
                self.name().into()
            }
            fn from_value(value: &::hornbook_core::Value) -> ::core::option::Option<Self> {
                match value.as_str()? { #(#from,)* _ => None }
            }
        }
    }
}

/// The value is a variant with parameters.
fn declared_variants(type_name: &Ident, options: &[ChoiceOption]) -> Tokens {
    let type_label = type_name.to_string();
    let specs = options.iter().map(|ChoiceOption { label, doc, aliases, fields, .. }| {
        let parameters = fields.iter().map(DeclaredField::variant_spec);
        let rest = match fields.iter().find(|field| field.is_rest()) {
            Some(field) => {
                let name = field.label();
                quote!(::core::option::Option::Some(#name))
            }
            None => quote!(::core::option::Option::None),
        };
        quote! {
            ::hornbook_core::VariantSpec {
                name: #label,
                aliases: &[#(#aliases),*],
                doc: #doc,
                parameters: &[#(#parameters),*],
                rest: #rest,
            }
        }
    });
    let from = options.iter().map(|ChoiceOption { ident, label, fields, .. }| {
        let idents = fields.iter().map(DeclaredField::ident);
        let labels = fields.iter().map(DeclaredField::label);
        quote!(#label => #type_name::#ident { #(#idents: variant.get(parameters, #labels)?),* })
    });
    let to = options.iter().map(|ChoiceOption { ident, fields, .. }| {
        let idents: Vec<&Ident> = fields.iter().map(DeclaredField::ident).collect();
        let labels = fields.iter().map(DeclaredField::label);
        quote! {
            #type_name::#ident { #(#idents),* } => {
                #(parameters.insert(#labels.to_string(), ::hornbook_core::ParameterValue::to_value(#idents));)*
            }
        }
    });
    let check = options.iter().enumerate().map(|(at, ChoiceOption { ident, fields, .. })| {
        let idents: Vec<&Ident> = fields.iter().map(DeclaredField::ident).collect();
        let places = 0..fields.len();
        quote! {
            #type_name::#ident { #(#idents),* } => {
                #(VARIANTS[#at].parameters[#places].check(VARIANTS[#at].name, #idents)?;)*
            }
        }
    });
    quote! {
        const _: () = {
            static VARIANTS: &[::hornbook_core::VariantSpec] = &[#(#specs),*];

            impl ::hornbook_core::DeclaredVariants for #type_name {
                const VARIANTS: ::hornbook_core::VariantList =
                    ::hornbook_core::VariantList { type_name: #type_label, variants: || VARIANTS };

                fn from_variant(
                    variant: &'static ::hornbook_core::VariantSpec,
                    parameters: &::hornbook_core::Parameters,
                ) -> ::hornbook_core::Result<Self> {
                    ::core::result::Result::Ok(match variant.name {
                        #(#from,)*
                        other => return ::core::result::Result::Err(::hornbook_core::Error::internal(
                            ::std::format!("'{other}' is no variant of {}", #type_label),
                        )),
                    })
                }

                fn to_variant(&self) -> (&'static str, ::hornbook_core::Parameters) {
                    #[allow(unused_mut)]
                    let mut parameters = ::hornbook_core::Parameters::new();
                    match self { #(#to)* }
                    (self.name(), parameters)
                }

                fn check_variant(&self) -> ::hornbook_core::Result<()> {
                    match self { #(#check)* }
                    ::core::result::Result::Ok(())
                }
            }

            impl ::hornbook_core::ParameterValue for #type_name {
                const KIND: ::hornbook_core::ParameterKind =
                    ::hornbook_core::ParameterKind::Variant(<#type_name as ::hornbook_core::DeclaredVariants>::VARIANTS);
                fn to_value(&self) -> ::hornbook_core::Value {
                    ::hornbook_core::variant_to_value(self)
                }
                fn from_value(value: &::hornbook_core::Value) -> ::core::option::Option<Self> {
                    ::hornbook_core::variant_from_value(value).ok()
                }
                fn read(value: &::hornbook_core::Value) -> ::hornbook_core::Result<::core::option::Option<Self>> {
                    ::hornbook_core::variant_from_value(value).map(::core::option::Option::Some)
                }
                fn check_within(&self) -> ::hornbook_core::Result<()> {
                    ::hornbook_core::DeclaredVariants::check_variant(self)
                }
            }
        };
    }
}

pub fn snake_case(name: &str) -> String {
    let mut out = String::new();
    for (i, c) in name.chars().enumerate() {
        if c.is_uppercase() && i > 0 {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}
