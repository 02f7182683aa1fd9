//! Generates Rust types for the contract's messages. Substrait's own messages come from the
//! `substrait` crate, so an expression inside our messages is the same type as one in a plan.

use std::error::Error;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let manifest = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?);
    let contract = manifest.join("../../../substrait-ext/proto");
    let spec = manifest.join("spec");
    println!("cargo:rerun-if-changed={}", contract.display());
    println!("cargo:rerun-if-changed={}", spec.display());

    let mut files = proto_files(&contract.join("streamfusion/substrait/v1"))?;
    files.sort();
    prost_build::Config::new()
        .extern_path(".substrait", "::substrait::proto")
        .enable_type_names()
        .type_name_domain(["."], "type.googleapis.com")
        .compile_protos(&files, &[contract, spec])?;
    Ok(())
}

fn proto_files(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "proto") {
            files.push(path);
        }
    }
    Ok(files)
}
