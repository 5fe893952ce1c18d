import { installTool } from '#scripts/set-up/install-tool.ts'

/** Installs autocannon unless it is installed, and loads it. */
export const loadAutocannon = async () => {
  await installTool('autocannon')
  const { autocannon } = await import('#tools/autocannon/autocannon.mjs')
  return autocannon
}
