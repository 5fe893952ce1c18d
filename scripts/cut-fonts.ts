// Cuts the fonts of the first Bangla pages to the words of their texts. Run it when a test names words; it needs
// hb-shape (HarfBuzz) and pyftsubset (fonttools with brotli). docs/decisions/0093-fonts-of-the-bangla-pages.md.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { divisions } from '#contract/districts.ts'

const root = join(import.meta.dirname, '..')
const fontDir = join(root, 'web/assets/fonts')
const workDir = mkdtempSync(join(tmpdir(), 'fonts-'))

const home = ['core', 'home', 'first-screen', 'home-below-fold', 'price-badge']
const list = ['search', 'search-answers', 'save-search', 'comparison']
const bike = ['bike-page', 'bike-details', 'price-estimates']
const messageFiles = [...home, ...list, ...bike].map((name) => join(root, `web/i18n/bn/${name}.ts`))
const sources = [...messageFiles, join(root, 'web/i18n/format-bangla.ts')].map((path) => readFileSync(path, 'utf8'))
const places = divisions.flatMap((division) => [division, ...division.districts]).map(({ bn }) => bn)
const texts = [...sources, ...places, ...'০১২৩৪৫৬৭৮৯'].join('\n')
const words = [...new Set(texts.match(/[\u0964\u0965\u0980-\u09FE\u200C\u200D]+/g))].toSorted()
const wordFile = join(workDir, 'words.txt')
writeFileSync(wordFile, words.join('\n'))

const subset = (source: string, output: string, options: string[]): void => {
  execFileSync('pyftsubset', [source, `--output-file=${output}`, '--no-hinting', '--name-IDs=1,2', ...options])
}

const compress = (source: string, name: string): string => {
  const output = join(fontDir, `${name}.woff2`)
  execFileSync('fonttools', ['ttLib.woff2', 'compress', '-o', output, source], { stdio: 'ignore' })
  return output
}

/**
 * The glyphs of all words with and without tabular figures. The trace has those of every step, such as the half forms that
 * become part of a conjunct: without them its rule would be cut.
 */
const findGlyphs = (font: string): number[] => {
  const shaped = ['-tnum', 'tnum'].map((feature) =>
    execFileSync(
      'hb-shape',
      [
        `--text-file=${wordFile}`,
        '--trace',
        '--no-glyph-names',
        '--no-positions',
        '--no-clusters',
        `--features=${feature}`,
        font,
      ],
      { encoding: 'utf8', maxBuffer: 2 ** 28 },
    ),
  )
  const buffers = shaped.join('\n').match(/\[[\d|]+\]/g) ?? []
  return [...new Set(buffers.join('|').match(/\d+/g))].map(Number)
}

const cutBangla = (weight: number): string => {
  const whole = join(fontDir, `anek-bangla-${weight}.woff2`)
  const plain = join(workDir, `${weight}.ttf`)
  execFileSync('fonttools', ['ttLib.woff2', 'decompress', '-o', plain, whole], { stdio: 'ignore' })
  const output = join(workDir, `bangla-${weight}.ttf`)
  subset(plain, output, [
    `--gids=${findGlyphs(plain).join(',')}`,
    `--text-file=${wordFile}`,
    '--layout-features=*',
    '--no-layout-closure',
    '--notdef-outline',
  ])
  return output
}

const latinRanges = 'U+0020-003F,U+0041-005A,U+0061-007A,U+00B7,U+2013-2014,U+2018-2019,U+201C-201D,U+2026'

// Names of bikes and places, and "English". Without kerning, which weighs as much as the glyphs.
const cutLatin = (name: 'text' | 'head'): string => {
  const output = join(workDir, `latin-${name}.ttf`)
  const source = name === 'text' ? join(workDir, 'text.ttf') : join(fontDir, 'anek-latin-head-700.woff2')
  // Bangla is drawn at 460, so the Latin beside it is too.
  if (name === 'text') {
    const whole = join(fontDir, 'anek-latin-text-var.woff2')
    execFileSync('fonttools', ['varLib.instancer', whole, 'wght=460', '-o', source, '-q'])
  }
  subset(source, output, [`--unicodes=${latinRanges}`, '--layout-features=', '--drop-tables+=GDEF,GPOS,GSUB'])
  return output
}

// One file for each weight where people arrive, because each further request waits for a round trip.
const merge = (bangla: string, latin: string, name: string): string => {
  const output = join(workDir, `${name}.ttf`)
  execFileSync('pyftmerge', [bangla, latin, `--output-file=${output}`], { stdio: 'ignore' })
  return compress(output, name)
}

const [text, head] = [cutLatin('text'), cutLatin('head')]
const files = [
  compress(text, 'anek-latin-small-text'),
  compress(head, 'anek-latin-small-head'),
  merge(cutBangla(400), text, 'anek-small-400'),
  merge(cutBangla(700), head, 'anek-small-700'),
]
for (const file of files) console.log(`${file} ${statSync(file).size} bytes`)
rmSync(workDir, { recursive: true })
