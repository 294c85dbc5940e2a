import { defineConfig } from "vitest/config";

export default defineConfig({
  // Nothing is looked for in the folders above, and nothing is kept beside the tests.
  root: import.meta.dirname,
  cacheDir: "../../node_modules/.vite",
  test: { include: ["*.test.js"], pool: "threads", maxWorkers: 1, isolate: false },
});
