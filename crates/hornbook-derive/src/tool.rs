//! `#[derive(Tool)]`.

use crate::fields::{DeclaredItems, declared_fields, declared_items, doc_of, strings};
use proc_macro2::TokenStream as Tokens;
use quote::quote;
use syn::{DeriveInput, Error, LitStr, Result};

pub fn expand_tool(input: &DeriveInput) -> Result<Tokens> {
    let type_name = &input.ident;
    let (mut name, mut chapter): (Option<LitStr>, Option<LitStr>) = (None, None);
    let (mut aliases, mut random) = (Vec::new(), false);
    for attribute in input.attrs.iter().filter(|a| a.path().is_ident("tool")) {
        attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("name") {
                name = Some(meta.value()?.parse()?);
            } else if meta.path.is_ident("chapter") {
                chapter = Some(meta.value()?.parse()?);
            } else if meta.path.is_ident("aliases") {
                aliases = strings(&meta)?;
            } else if meta.path.is_ident("random") {
                random = true;
            } else {
                return Err(meta.error("expected name, chapter, aliases or random"));
            }
            Ok(())
        })?;
    }
    let missing = |what| Error::new(type_name.span(), format!("#[tool({what} = \"…\")] is needed"));
    let name = name.ok_or_else(|| missing("name"))?;
    let chapter = chapter.ok_or_else(|| missing("chapter"))?;
    let doc = doc_of(&input.attrs);
    let fields = declared_fields(input)?;
    let DeclaredItems { specs, default, set_and_check } = declared_items(type_name, &name, &fields, true);
    Ok(quote! {
        const _: () = {
            static DECLARATION: ::hornbook_core::ToolDeclaration = ::hornbook_core::ToolDeclaration {
                name: #name,
                chapter: #chapter,
                aliases: &[#(#aliases),*],
                random: #random,
                doc: #doc,
                parameters: &[#specs],
            };

            #default

            impl ::hornbook_core::ToolArguments for #type_name {
                fn declaration() -> &'static ::hornbook_core::ToolDeclaration {
                    &DECLARATION
                }
                #set_and_check
            }
        };
    })
}
