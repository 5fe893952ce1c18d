import { spawnSync } from 'node:child_process'

/** A working browser: its program, additional environment variables, and where it came from. */
export type Browser = { exe: string; env: Record<string, string>; kind: string }

// A program that has not printed its version by then hangs.
const probeMs = 20_000

/** Whether the program starts; one with a missing shared library does not. */
export function isWorking(exe: string, env: Record<string, string> = {}): boolean {
  const probe = spawnSync(exe, ['--version'], { env: { ...process.env, ...env }, stdio: 'ignore', timeout: probeMs })
  return probe.status === 0
}
