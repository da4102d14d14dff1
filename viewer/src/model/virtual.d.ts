// SPDX-License-Identifier: Apache-2.0
// Declares the modules that the bundler generates: build.ts.
declare module "virtual:samples" {
  /** Traces for visitors without one; gzip data in base64. */
  const samples: readonly {
    readonly name: string;
    readonly title: string;
    readonly gzip: string;
  }[];
  export default samples;
}

declare module "virtual:trace.wasm" {
  /** The WebAssembly module, compressed with gzip and encoded as text. */
  const packed: string;
  export default packed;
}
declare module "virtual:limen.wasm" {
  const packed: string;
  export default packed;
}
