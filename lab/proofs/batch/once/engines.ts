import { bullmq } from "./bullmq.js";
import type { Engine } from "./engine.js";
import { pgBoss } from "./pg-boss.js";
import { restate } from "./restate.js";

export const ENGINES: readonly Engine[] = [bullmq, pgBoss, restate];
