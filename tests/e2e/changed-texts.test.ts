// Forms and counts work on pages whose texts something else has put elsewhere: other translations than that of Chrome, and
// extensions that wrap texts (docs/decisions/0107-translated-pages.md).
import type { Page } from '@playwright/test'
import { expect, expectPage, readText, test, waitUntilReady } from './e2e-test.ts'
import { getPerson } from './people.ts'

const ways = [
  'each sentence in an element of its own',
  'one element around each text',
  'the translation below each text',
  'texts changed where they are',
  'translated twice',
  'translated, and the original shown again',
] as const
type Way = (typeof ways)[number]

/** Changes every text in this way, now and whenever one is added. Runs in the page, once it is ready. */
const changeTexts = (way: Way): void => {
  const untouched = new Set(['SCRIPT', 'STYLE', 'TEXTAREA', 'NOSCRIPT', 'TITLE', 'OPTION'])
  const own = new WeakSet<Node>()
  const create = (name: 'font' | 'span', content: string | Node) => {
    const element = document.createElement(name)
    element.append(content)
    own.add(element)
    return element
  }
  const translate = (text: string) => `«${text}»`
  const replace = (from: ChildNode, ...to: ChildNode[]) => {
    for (const one of to) own.add(one)
    from.replaceWith(...to)
  }
  const changes: Record<Way, (text: Text) => void> = {
    'each sentence in an element of its own': (text) =>
      replace(text, ...(text.data.match(/[^.!?]+[.!?]*/g) ?? [text.data]).map((one) => create('font', translate(one)))),
    'one element around each text': (text) => {
      const around = create('span', '')
      own.add(text)
      text.before(around)
      around.append(text)
    },
    'the translation below each text': (text) => {
      own.add(text)
      text.after(create('font', translate(text.data)))
    },
    'texts changed where they are': (text) => {
      own.add(text)
      text.data = translate(text.data)
    },
    'translated twice': (text) => {
      const first = create('font', translate(text.data))
      replace(text, first)
      replace(first, create('span', create('font', translate(translate(text.data)))))
    },
    'translated, and the original shown again': (text) => {
      const first = create('font', translate(text.data))
      const original = text.data
      replace(text, first)
      setTimeout(() => replace(first, document.createTextNode(original)))
    },
  }
  const changeBelow = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    if (root instanceof Text) texts.push(root)
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
    for (const text of texts) {
      const parent = text.parentElement
      if (!parent || own.has(text) || own.has(parent) || untouched.has(parent.tagName) || !/\p{L}/u.test(text.data))
        continue
      if (!parent.closest('[translate=no], .notranslate, font')) changes[way](text)
    }
  }
  document.documentElement.dataset.changed = way
  changeBelow(document.body)
  new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) if (!own.has(node)) changeBelow(node)
  }).observe(document.body, { subtree: true, childList: true })
}

const change = async (page: Page, way: Way): Promise<void> => {
  await waitUntilReady(page)
  await page.evaluate(changeTexts, way)
  await expect(page.locator('html')).toHaveAttribute('data-changed', way)
}

test('what is done to a text happens to what took its place, and not to what stands beside it', async ({ page }) => {
  await page.goto('/login')
  await waitUntilReady(page)
  const shown = await page.evaluate(() => {
    const parent = document.createElement('p')
    document.body.append(parent)
    const [first, second, third] = ['one', 'two', 'three'].map((text) => document.createTextNode(text))
    if (!first || !second || !third) throw new Error('needs three texts')
    parent.append(first, second, third)
    const steps: string[] = []
    for (const text of [first, second, third]) {
      const element = document.createElement('span')
      element.textContent = `«${text.data}»`
      text.replaceWith(element)
    }
    steps.push(parent.textContent)
    parent.insertBefore(document.createTextNode('+'), second)
    steps.push(parent.textContent)
    parent.removeChild(first)
    steps.push(parent.textContent)
    parent.insertBefore(third, second)
    steps.push(parent.textContent)
    parent.removeChild(second)
    steps.push(parent.textContent)
    // Gone already, and nowhere.
    parent.removeChild(second)
    parent.insertBefore(document.createTextNode('!'), second)
    return [...steps, parent.textContent]
  })
  expect(shown).toEqual([
    '«one»«two»«three»',
    '«one»+«two»«three»',
    '+«two»«three»',
    '+three«two»',
    '+three',
    '+three!',
  ])
})

for (const way of ways) {
  test(`a wrong password, and then the right one: ${way}`, { tag: '@long' }, async ({ page, browserErrors }) => {
    browserErrors.allow('POST /api/auth/sign-in/email 401')
    await page.goto('/login')
    await change(page, way)
    const submit = page.getByRole('main').getByRole('button', { name: /^«*Login/ })
    await page.getByLabel('Email').fill(getPerson('karim').email)
    for (const password of ['not my password', 'nor this one', getPerson('karim').password]) {
      await page.getByLabel('Password', { exact: false }).first().fill(password)
      const answered = page.waitForResponse(/sign-in\/email/)
      await submit.click()
      await answered
      if (password !== getPerson('karim').password)
        await expect(page.getByText('Invalid email or password').first()).toBeVisible()
    }
    await expect(page.getByText('Login Successful!').first()).toBeVisible()
    await expectPage(page, { path: '/', heading: /./ })
  })

  test(`the number of bikes found changes in place: ${way}`, { tag: '@long' }, async ({ page }) => {
    await page.goto('/bikes')
    await change(page, way)
    const heading = page.getByRole('heading', { level: 1 })
    const all = /\d+/.exec(await readText(heading))?.[0] ?? ''
    await page.locator('label[for="filters"]').first().click()
    const sheet = page.getByRole('complementary', { name: 'Filters' })
    await sheet.getByRole('checkbox', { name: /Yamaha/ }).check()
    const apply = sheet.getByRole('button', { name: /Show \d+ bikes?/ })
    await expect(apply).not.toHaveText(new RegExp(`Show ${all} bikes`))
    const count = /\d+/.exec(await readText(apply))?.[0] ?? ''
    await apply.click()
    await expect(heading).toHaveText(new RegExp(`^«*${count} bikes?`))
    // What stands beside a text is not the text: who put it there takes it away.
    if (way !== 'the translation below each text') await expect(heading).not.toHaveText(new RegExp(`\\b${all}\\b`))
  })
}
