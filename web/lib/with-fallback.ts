/** Returns `fallback` when `run` throws, for storage access that browser settings may forbid. */
export const withFallback = <T>(run: () => T, fallback: T): T => {
  try {
    return run()
  } catch {
    return fallback
  }
}
