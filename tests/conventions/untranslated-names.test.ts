// A browser that translates the page leaves names of bikes as they are (docs/decisions/0107-translated-pages.md).
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readProjectFiles } from './project-files.ts'

const pages = readProjectFiles(join(import.meta.dirname, '../..')).filter(
  ({ path }) => path.startsWith('web/') && path.endsWith('.tsx'),
)

const nameElement = /<([A-Za-z]\w*)((?:[^<>]|=>)*)>\s*\{(?:\w+\.)?productName\}\s*<\/\1>/g

/** The elements that hold the name of a bike and nothing else, and may be translated. */
const findTranslated = (text: string): string[] =>
  [...text.matchAll(nameElement)].map(([element]) => element).filter((element) => !element.includes('translate="no"'))

test('an element with the name of a bike carries translate="no"', () => {
  expect(pages.flatMap(({ path, text }) => findTranslated(text).map((element) => `${path}: ${element}`))).toEqual([])
  expect(findTranslated('<Link to={() => a}>{bike.productName}</Link>')).toHaveLength(1)
  expect(findTranslated('<h2>\n  {productName}\n</h2>')).toHaveLength(1)
  expect(findTranslated('<h2 translate="no">{productName}</h2><p>{price}</p>')).toEqual([])
})
