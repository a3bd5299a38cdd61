//! `#[derive(Choice)]`.

use crate::fields::doc_of;
use proc_macro2::TokenStream as Tokens;
use quote::quote;
use syn::{Data, DeriveInput, Error, Fields, LitStr, Result};

pub fn expand_choice(input: &DeriveInput) -> Result<Tokens> {
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
