// What may not stand in the text of a file, each with what to do instead.
import type { ProjectFile } from './project-files.ts'

export type TextRule = {
  title: string
  /** Where it is looked for. */
  appliesTo: RegExp
  /** Where it may stand all the same. */
  except?: RegExp
  pattern: RegExp
  advice: string
}

const codeFiles = /\.(?:ts|tsx|mjs|js)$/
const conventionFiles = /^tests\/conventions\/[\w-]*\.(?:test\.)?ts$/

export const textRules: readonly TextRule[] = [
  {
    title: 'nothing is left for later in a comment',
    appliesTo: /\.(?:ts|tsx|mjs|js|css|sql|md)$/,
    // The style itself says that there are none.
    except: /^STYLE\.md$/,
    pattern: /\b(?:TODO|FIXME|XXX|HACK)\b/,
    advice: 'do it now, or say in a decision record why not',
  },
  {
    title: 'no test is skipped, alone or to be written',
    appliesTo: /\.(?:test|spec)\.tsx?$|^tests\/e2e\//,
    pattern: /\b(?:test|it|describe|suite|bench)(?:\.\w+)*\.(?:skip|only|todo|fixme|fails|skipIf)\b/,
    advice: 'mend the test or delete it: a test that does not run says nothing',
  },
  {
    title: 'no type is silenced',
    appliesTo: /\.tsx?$/,
    pattern: /\bas any\b(?=\s*(?:[;,)\]}.]|as\b|$))|@ts-(?:ignore|expect-error|nocheck)/,
    advice: 'say the type, or parse the value at the door',
  },
  {
    title: 'settings are read in one place',
    appliesTo: codeFiles,
    except:
      /^(?:platform\/config\/config\.ts|scripts\/|benchmarks\/|tests\/|tools\/|seed\/\w+-cli\.ts|sandbox\/.*standalone\.ts|[\w.]+\.config\.ts)/,
    pattern: /\bprocess\.env\b/,
    advice: 'take the value as an argument; platform/config/config.ts reads the settings',
  },
  {
    title: 'business code is told the time and its random numbers',
    appliesTo: /^(?:market|contract)\/.*\.ts$/,
    except: /\.test\.ts$/,
    pattern:
      /\bDate\.now\(|\bnew Date\(\s*\)|\bMath\.random\(|\brandom(?:UUID|Bytes|Int)\b|\bgetRandomValues\b|\bperformance\.now\(|\bhrtime\b/,
    advice: 'take `now` or `newId` as an argument, so that a test can choose it',
  },
  {
    title: 'no address of a package registry',
    appliesTo: /./,
    pattern: /https?:\/\/[\w.-]*(?:registry|npmjs|npmmirror|artifactory|verdaccio)[\w.-]*/i,
    advice: 'leave the host out: npm knows its registry from its own settings',
  },
  {
    title: 'no folder of one machine',
    appliesTo: /./,
    except: /^package-lock\.json$/,
    pattern: /(?<![\w.)}*-])\/(?:root|home|work|workspaces?|Users|builds)\/(?=[\w.-]{2})/,
    advice: 'say the path from the root of the project, or take it from a setting',
  },
  {
    title: 'comments speak of the shop, not of how it came to be',
    appliesTo: /\.(?:ts|tsx|mjs|js|css|sql|md|html)$/,
    pattern:
      /\b(?:co-authored-by|generated (?:by|with)|as (?:requested|instructed)|the (?:brief|prompt) (?:says|asks)|per (?:the )?instructions)\b/i,
    advice: 'say what the code is for and why; the history says who changed it',
  },
]

/** The lines of a file that break the rule. */
export const findTextViolations = (
  { appliesTo, except, pattern, advice }: TextRule,
  { path, text }: ProjectFile,
): string[] => {
  if (conventionFiles.test(path) || !appliesTo.test(path) || except?.test(path)) return []
  return text
    .split('\n')
    .map((line, index) => ({ found: pattern.exec(line)?.[0], line: index + 1 }))
    .filter(({ found }) => found !== undefined)
    .map(({ found, line }) => `line ${line}: "${found}": ${advice}`)
}
