// What is newer than the oldest browsers that the pages work in, by MDN's browser compatibility data.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Members = Record<string, string>
type File = {
  floor: Record<string, string>
  globals: string
  sharedNames: string
  css: Record<'properties' | 'selectors' | 'atRules' | 'functions', string>
  members: { language: Members; dom: Members }
}

const file: File = JSON.parse(readFileSync(join(import.meta.dirname, 'newer-features.json'), 'utf8'))
const split = (line: string): string[] => line.split(' ').filter((name) => name !== '')

const sharedNames = new Set(split(file.sharedNames))

const listOwnNames = (kind: keyof File['members'], isFound: (name: string) => boolean): Set<string> =>
  new Set(
    Object.values(file.members[kind])
      .flatMap(split)
      .filter((name) => !sharedNames.has(name) && isFound(name)),
  )

export const newerFeatures = {
  /** The floor that the file was written for. */
  floor: new Map(Object.entries(file.floor)),
  /** Interfaces and namespaces, such as URLPattern. */
  globals: new Set(split(file.globals)),
  /** Members by interface, such as withResolvers of Promise. */
  members: new Map(
    Object.entries({ ...file.members.dom, ...file.members.language }).map(([name, line]) => [
      name,
      new Set(split(line)),
    ]),
  ),
  /** Names of members that no older interface has: those of the language, and those of the DOM in several words. */
  languageNames: listOwnNames('language', () => true),
  domNames: listOwnNames('dom', (name) => /[a-z][A-Z]/.test(name)),
  css: {
    properties: new Set(split(file.css.properties)),
    selectors: new Set(split(file.css.selectors)),
    atRules: new Set(split(file.css.atRules)),
    functions: new Set(split(file.css.functions)),
  },
}
