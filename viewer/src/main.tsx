// SPDX-License-Identifier: Apache-2.0
// Entry point of the viewer.
import { render } from "preact";
import { startLive } from "./live/live";
import { engineModule } from "./model";
import { api, liveAddress, openEmbedded } from "./ui/api";
import { startPlay } from "./play/start";
import { App } from "./ui/App";
import { showSavedPlace } from "./ui/save-page";
import { updateUrl } from "./ui/url-update";
import { systemIsDark } from "./ui/state";
import "./style/style.css";

const dark = matchMedia("(prefers-color-scheme: dark)");
systemIsDark.value = dark.matches;
dark.addEventListener("change", () => {
  systemIsDark.value = dark.matches;
});

const root = document.getElementById("app");
if (root !== null) {
  render(<App />, root);
  // Compiles the module early. Errors are reported when a trace is opened.
  engineModule().catch(() => undefined);
  showSavedPlace();
  updateUrl();
  void startPlay().then((isPlaying) => (isPlaying ? undefined : openEmbedded()));
  const address = liveAddress();
  if (address !== null) {
    void startLive(api, address);
  }
}
