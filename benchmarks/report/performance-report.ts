// docs/performance.md: one file, a section for each thing that is measured; a measurement replaces its own sections.
import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

export type Section = { title: string; text: string }

const file = join(import.meta.dirname, '../../docs/performance.md')
const reportHeader = `# Performance

Written by \`npm run bench\`. The machines are shared and noisy, so ratios to something run beside it count, absolutes do not.
Each section says when it was measured, on what, and how busy the machine was before.`

/** When, where and beside how much other work: the line that every section begins with. */
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

/** Puts the sections into the file: in place of those with the same title, new ones at its end. */
export const writeSections = async (updated: readonly Section[]): Promise<void> => {
  const existing = parseSections(await readFile(file, 'utf8'))
  const titles = [...new Set([...existing, ...updated].map(({ title }) => title))]
  const all = titles.flatMap((title) => [...updated, ...existing].find((one) => one.title === title) ?? [])
  await writeFile(file, `${[reportHeader, ...all.map(({ title, text }) => `## ${title}\n\n${text}`)].join('\n\n')}\n`)
}

/** A table of Markdown. */
export const toMarkdownTable = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
