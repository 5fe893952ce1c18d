// What may not stand in the text of a file, each with what to do instead.
import type { File } from './project-files.ts'

export type WordRule = {
  title: string
  /** Where it is looked for. */
  looksAt: RegExp
  /** Where it may stand all the same. */
  exceptAt?: RegExp
  pattern: RegExp
  instead: string
}

const code = /\.(?:ts|tsx|mjs|js)$/
const tidyItself = /^tests\/conventions\/[\w-]*\.(?:test\.)?ts$/

export const wordRules: readonly WordRule[] = [
  {
    title: 'nothing is left for later in a comment',
    looksAt: /\.(?:ts|tsx|mjs|js|css|sql|md)$/,
    // The style itself says that there are none.
    exceptAt: /^STYLE\.md$/,
    pattern: /\b(?:TODO|FIXME|XXX|HACK)\b/,
    instead: 'do it now, or say in a decision record why not',
  },
  {
    title: 'no test is skipped, alone or to be written',
    looksAt: /\.(?:test|spec)\.tsx?$|^tests\/e2e\//,
    pattern: /\b(?:test|it|describe|suite|bench)(?:\.\w+)*\.(?:skip|only|todo|fixme|fails|skipIf)\b/,
    instead: 'mend the test or delete it: a test that does not run says nothing',
  },
  {
    title: 'no type is silenced',
    looksAt: /\.tsx?$/,
    pattern: /\bas any\b(?=\s*(?:[;,)\]}.]|as\b|$))|@ts-(?:ignore|expect-error|nocheck)/,
    instead: 'say the type, or parse the value at the door',
  },
  {
    title: 'settings are read in one place',
    looksAt: code,
    exceptAt:
      /^(?:platform\/config\/config\.ts|scripts\/|benchmarks\/|tests\/|seed\/\w+-cli\.ts|sandbox\/.*standalone\.ts|[\w.]+\.config\.ts)/,
    pattern: /\bprocess\.env\b/,
    instead: 'take the value as an argument; platform/config/config.ts reads the settings',
  },
  {
    title: 'business code is told the time and its random numbers',
    looksAt: /^(?:market|contract)\/.*\.ts$/,
    exceptAt: /\.test\.ts$/,
    pattern:
      /\bDate\.now\(|\bnew Date\(\s*\)|\bMath\.random\(|\brandom(?:UUID|Bytes|Int)\b|\bgetRandomValues\b|\bperformance\.now\(|\bhrtime\b/,
    instead: 'take `now` or `newId` as an argument, so that a test can choose it',
  },
  {
    title: 'no address of a package registry',
    looksAt: /./,
    pattern: /https?:\/\/[\w.-]*(?:registry|npmjs|npmmirror|artifactory|verdaccio)[\w.-]*/i,
    instead: 'leave the host out: npm knows its registry from its own settings',
  },
  {
    title: 'no folder of one machine',
    looksAt: /./,
    exceptAt: /^package-lock\.json$/,
    pattern: /(?<![\w.)}*-])\/(?:root|home|work|workspaces?|Users|builds)\/(?=[\w.-]{2})/,
    instead: 'say the path from the root of the project, or take it from a setting',
  },
  {
    title: 'comments speak of the shop, not of how it came to be',
    looksAt: /\.(?:ts|tsx|mjs|js|css|sql|md|html)$/,
    pattern:
      /\b(?:co-authored-by|generated (?:by|with)|as (?:requested|instructed)|the (?:brief|prompt) (?:says|asks)|per (?:the )?instructions)\b/i,
    instead: 'say what the code is for and why; the history says who changed it',
  },
]

/** The lines of a file that break the rule. */
export const breaks = ({ looksAt, exceptAt, pattern, instead }: WordRule, { path, text }: File): string[] => {
  if (tidyItself.test(path) || !looksAt.test(path) || exceptAt?.test(path)) return []
  return text
    .split('\n')
    .map((line, at) => ({ found: pattern.exec(line)?.[0], line: at + 1 }))
    .filter(({ found }) => found !== undefined)
    .map(({ found, line }) => `line ${line}: "${found}": ${instead}`)
}
