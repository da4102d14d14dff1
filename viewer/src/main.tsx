// SPDX-License-Identifier: Apache-2.0
// Where the page begins.
import { render } from "preact";

const root = document.getElementById("app");
if (root !== null) {
  render(<p>Drop a trace here.</p>, root);
}
