//! `#[parameter_group]` and `#[flatten_parameters]`: parameters that several learners share, declared once.
//!
//! A derive sees the fields of one struct only, so a group cannot be a field whose own fields are found when a learner is declared.
//! Instead a group becomes a macro that puts its fields into a struct, and the learner has them as if they were written there: builder
//! methods, declaration and access are those of any other field.

use proc_macro2::TokenStream as Tokens;
use quote::quote;
use syn::{Error, Field, Fields, ItemStruct, Result, Type, Visibility};

pub fn expand_group(item: &ItemStruct) -> Result<Tokens> {
    let Fields::Named(fields) = &item.fields else {
        return Err(Error::new_spanned(item, "a group of parameters is a struct with named fields"));
    };
    let name = &item.ident;
    // A private group is used below in its own file.
    let reachable = match &item.vis {
        Visibility::Inherited => Tokens::new(),
        visibility => quote!(#visibility use #name;),
    };
    let fields = fields.named.iter();
    Ok(quote! {
        macro_rules! #name {
            ({ $($head:tt)* } { $($before:tt)* } { $($after:tt)* }) => {
                $($head)* { $($before)* #(#fields,)* $($after)* }
            };
        }
        #reachable
    })
}

pub fn expand_flatten(mut item: ItemStruct) -> Result<Tokens> {
    let Fields::Named(fields) = &item.fields else {
        return Err(Error::new_spanned(&item, "parameters are declared by a struct with named fields"));
    };
    let all: Vec<Field> = fields.named.iter().cloned().collect();
    let is_group = |field: &Field| field.attrs.iter().any(|attribute| attribute.path().is_ident("group"));
    let Some(at) = all.iter().position(is_group) else {
        return Err(Error::new_spanned(&item, "mark the groups of parameters with #[group]"));
    };
    let Type::Path(group) = &all[at].ty else {
        return Err(Error::new_spanned(&all[at].ty, "the type of a group is its name"));
    };
    // Each macro puts one group in; the next one is left for the attribute to find again.
    if all[at + 1..].iter().any(is_group) {
        item.attrs.insert(0, syn::parse_quote!(#[::hornbook_core::flatten_parameters]));
    }
    let (attributes, visibility, name) = (&item.attrs, &item.vis, &item.ident);
    let before = &all[..at];
    let after = &all[at + 1..];
    Ok(quote! {
        #group! { { #(#attributes)* #visibility struct #name } { #(#before,)* } { #(#after,)* } }
    })
}
