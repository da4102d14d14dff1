declare module "virtual:trace.wasm" {
  /** The module, gzip in base64. */
  const packed: string;
  export default packed;
}
