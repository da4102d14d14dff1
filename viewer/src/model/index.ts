// SPDX-License-Identifier: Apache-2.0
// The door of the model: what the rest of the page takes from here.
export * from "./types";
