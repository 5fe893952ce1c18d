// Reads and writes docs/performance.md: one section per benchmark. A run replaces its own sections.
import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

export type Section = { title: string; text: string }

const file = join(import.meta.dirname, '../../docs/performance.md')
const reportHeader = `# Performance

Written by \`npm run bench\`. The machines are shared and noisy, so compare ratios, not absolute figures.
Each section names the date, the machine and its load before the run.`

/** The first line of every section: date, machine, load average before the run, commit. */
export const describeRun = (loadBefore: number): string => {
  const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' })
  const commit = stdout.trim() || 'no commit'
  const memory = `${(totalmem() / 1024 ** 3).toFixed(0)} GiB`
  return `Measured ${new Date().toISOString().slice(0, 10)} on ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${memory}, Node ${process.version}; load before the run ${loadBefore.toFixed(1)}; ${commit}.`
}

const parseSections = (text: string): Section[] =>
  text
    .split(/^## /m)
    .slice(1)
    .map((one) => {
      const [title = '', ...lines] = one.split('\n')
      return { title, text: lines.join('\n').trim() }
    })

/** Writes the sections into the file: replaces those with the same title, appends new ones. */
export const writeSections = async (updated: readonly Section[]): Promise<void> => {
  const existing = parseSections(await readFile(file, 'utf8'))
  const titles = [...new Set([...existing, ...updated].map(({ title }) => title))]
  const all = titles.flatMap((title) => [...updated, ...existing].find((one) => one.title === title) ?? [])
  await writeFile(file, `${[reportHeader, ...all.map(({ title, text }) => `## ${title}\n\n${text}`)].join('\n\n')}\n`)
}

/** A table of Markdown. */
export const toMarkdownTable = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
