// SPDX-License-Identifier: Apache-2.0
// Modules that the bundler makes: build.ts.
declare module "virtual:trace.wasm" {
  /** The module, gzip in base 85. */
  const packed: string;
  export default packed;
}
