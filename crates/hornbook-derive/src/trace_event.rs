//! `#[derive(TraceEvent)]`.

use crate::choice::snake_case;
use proc_macro2::{TokenStream as Tokens, TokenTree};
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Error, Field, Fields, LitStr, Result, Variant};

pub fn expand_trace_event(input: &DeriveInput) -> Result<Tokens> {
    let type_name = &input.ident;
    let Data::Enum(data) = &input.data else {
        return Err(Error::new(type_name.span(), "trace events are an enum"));
    };
    let mut texts = Vec::new();
    let mut objects = Vec::new();
    for variant in &data.variants {
        let Fields::Named(fields) = &variant.fields else {
            return Err(Error::new(variant.ident.span(), "the fields of a trace event have names"));
        };
        let EventAttributes { name, parts } = event_attributes(variant)?;
        let ident = &variant.ident;
        let bound: Vec<_> = fields.named.iter().filter_map(|field| field.ident.as_ref()).collect();
        texts.push(quote!(#type_name::#ident { #(#bound),* } => { #(#parts)* }));
        let mut in_json = Vec::new();
        for field in &fields.named {
            if !is_skipped(field)? {
                in_json.extend(&field.ident);
            }
        }
        let keys = in_json.iter().map(|field| field.to_string());
        objects.push(quote! {
            #type_name::#ident { #(#in_json,)* .. } =>
                ::hornbook_core::json!({ "event": #name, #(#keys: #in_json),* })
        });
    }
    Ok(quote! {
        impl ::core::fmt::Display for #type_name {
            // What only the JSON has is bound too.
            #[allow(unused_variables)]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match self { #(#texts),* }
                ::core::result::Result::Ok(())
            }
        }
        impl ::hornbook_core::TraceEvent for #type_name {
            fn to_json(&self) -> ::hornbook_core::Value {
                match self { #(#objects),* }
            }
        }
    })
}

/// What a variant says of itself: its name in JSON, and statements that write its text.
struct EventAttributes {
    name: String,
    parts: Vec<Tokens>,
}

fn event_attributes(variant: &Variant) -> Result<EventAttributes> {
    let mut name = snake_case(&variant.ident.to_string());
    let mut parts = Vec::new();
    for attribute in event_attributes_of(&variant.attrs) {
        let tokens = attribute.meta.require_list()?.tokens.clone();
        match tokens.clone().into_iter().next() {
            Some(TokenTree::Ident(first)) if first == "name" => attribute.parse_nested_meta(|meta| {
                name = meta.value()?.parse::<LitStr>()?.value();
                Ok(())
            })?,
            Some(TokenTree::Ident(first)) if first == "if" => {
                let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ',');
                let mut tokens = tokens.into_iter();
                let condition: Tokens = tokens.by_ref().take_while(|token| !is_comma(token)).collect();
                let text: Tokens = tokens.collect();
                parts.push(quote!(#condition { ::core::write!(f, #text)?; }));
            }
            _ => parts.push(quote!(::core::write!(f, #tokens)?;)),
        }
    }
    if parts.is_empty() {
        return Err(Error::new(variant.ident.span(), "#[event(\"…\")] says what the trace prints"));
    }
    Ok(EventAttributes { name, parts })
}

fn is_skipped(field: &Field) -> Result<bool> {
    let mut skipped = false;
    for attribute in event_attributes_of(&field.attrs) {
        attribute.parse_nested_meta(|meta| {
            skipped = meta.path.is_ident("skip");
            if skipped { Ok(()) } else { Err(meta.error("expected skip")) }
        })?;
    }
    Ok(skipped)
}

fn event_attributes_of(attributes: &[Attribute]) -> impl Iterator<Item = &Attribute> {
    attributes.iter().filter(|attribute| attribute.path().is_ident("event"))
}
