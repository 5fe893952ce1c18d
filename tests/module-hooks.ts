// Loaded by every process of a test run before its program, so that processes start sooner.
import { registerHooks } from 'node:module'

registerHooks({
  /**
   * Resolves the imports inside drizzle-orm. For each of its 200 modules Node would parse the 180 KB of its package.json,
   * which takes a quarter of the start of the app.
   */
  resolve: (specifier, context, nextResolve) =>
    specifier.startsWith('.') && specifier.endsWith('.js') && context.parentURL?.includes('/node_modules/drizzle-orm/')
      ? { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
      : nextResolve(specifier, context),
})
