import { installTools } from "./shared/install.js";

/** Installs what the commands of this folder need; each command does so itself where this has not run. */
installTools();
