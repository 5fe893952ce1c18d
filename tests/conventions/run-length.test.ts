// Tests say by tags which length of the test run they belong to, and which may have a second try.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type ProjectFile, readProjectFiles } from './project-files.ts'

const files = readProjectFiles(join(import.meta.dirname, '../..')).filter(({ path }) => path.endsWith('.test.ts'))
const isJourney = ({ path }: ProjectFile): boolean => path.startsWith('tests/e2e/')

const processStarters =
  /^(?:import|\}) .*from '(?:node:child_process|.*support\/(?:server-process|external-postgres|standby|pgbouncer)\.ts|.*(?:resilience|\.)\/harness\.ts)'/m
const processesTag = /^\/\/ @module-tag processes$/m

const lacksProcessesTag = ({ text }: ProjectFile): boolean => processStarters.test(text) && !processesTag.test(text)

const knownTags = new Set(['@long', '@desktop'])
const findUnknownTags = ({ text }: ProjectFile): string[] =>
  [...text.matchAll(/\btag: .*/g)]
    .flatMap(([options]) => [...options.matchAll(/'(@[\w-]+)'/g)])
    .flatMap(([, tag = '']) => (knownTags.has(tag) ? [] : [tag]))

describe('tags of tests', () => {
  test('give a second try to each file that starts processes', () => {
    expect(files.filter((file) => !isJourney(file) && lacksProcessesTag(file)).map(({ path }) => path)).toEqual([])
    const text = "import { spawn } from 'node:child_process'\n"
    // Vitest reads the tag wherever it stands in a file, so this file may not hold it whole.
    const tagged = ['// @module-tag', 'processes\n'].join(' ') + text
    expect(lacksProcessesTag({ path: 'a.test.ts', text })).toBe(true)
    expect(lacksProcessesTag({ path: 'a.test.ts', text: tagged })).toBe(false)
    expect(lacksProcessesTag({ path: 'a.test.ts', text: "import { test } from 'vitest'\n" })).toBe(false)
  })

  // Vitest refuses an unknown tag itself; Playwright plays the journey in every run.
  test('of journeys are no others than those of the configuration', () => {
    expect(files.filter(isJourney).flatMap(findUnknownTags)).toEqual([])
    expect(findUnknownTags({ path: 'a.test.ts', text: "test('a', { tag: '@slow' }, () => {})" })).toEqual(['@slow'])
  })
})
