import { spawnSync } from 'node:child_process'

/** A browser that answered: its program, what its environment needs besides ours, and where it came from. */
export type Browser = { exe: string; env: Record<string, string>; kind: string }

// A program that does not even tell its version by then hangs.
const probeMs = 20_000

/** Whether the program starts here; one that lacks a shared library does not. */
export function isWorking(exe: string, env: Record<string, string> = {}): boolean {
  const probe = spawnSync(exe, ['--version'], { env: { ...process.env, ...env }, stdio: 'ignore', timeout: probeMs })
  return probe.status === 0
}
