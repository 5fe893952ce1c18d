// A window of WebKit that is used as a person would: by role and visible text, waiting for what is not there yet.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Builder, type WebDriver, type WebElement } from '#tools/webdriver/selenium.mjs'

const library = readFileSync(
  createRequire(import.meta.url)
    .resolve('@testing-library/dom')
    .replace(/index\.js$/, '@testing-library/dom.umd.js'),
  'utf8',
)

const timeoutMs = 60_000
/** A phone's screen, in px. */
const size = { width: 400, height: 900 }

type Name = string | RegExp
type Target = {
  role: string
  name?: Name
  /** The role of what it stands in, such as an open dialog. */
  within?: 'dialog' | 'alertdialog' | 'main'
}

/** Runs in the page: finds what can be seen and used by role and accessible name, also in shadow roots. */
const findScript = `
  const [role, name, isPattern, within] = arguments
  const library = globalThis.TestingLibraryDom
  const roots = [document.body]
  for (const element of document.querySelectorAll('*')) if (element.shadowRoot) roots.push(element.shadowRoot)
  const given = name === null ? {} : { name: isPattern ? new RegExp(name, 'i') : name }
  const found = roots.flatMap((root) => {
    const containers = within === null ? [root] : library.queryAllByRole(root, within)
    return containers.flatMap((container) => library.queryAllByRole(container, role, given))
  })
  return found.find((element) => element.getClientRects().length > 0) ?? null`

const describeTarget = ({ role, name, within }: Target): string =>
  `${role} ${String(name ?? '')}${within === undefined ? '' : ` in ${within}`}`

const createFinder =
  (driver: WebDriver) =>
  async (target: Target): Promise<WebElement | null> => {
    const { role, name, within } = target
    if (!(await driver.executeScript('return Boolean(globalThis.TestingLibraryDom)')))
      await driver.executeScript(library)
    const pattern = name instanceof RegExp ? name.source : (name ?? null)
    return driver.executeScript(findScript, role, pattern, name instanceof RegExp, within ?? null)
  }

/** Tries again until `read` gives something; an element that the page replaced meanwhile is looked for again. */
const createWaiter =
  (driver: WebDriver) =>
  async <Value>(what: string, read: () => Promise<Value | null | false>): Promise<Value> => {
    let lastError: unknown = null
    const value = await driver
      .wait(async () => {
        try {
          return (await read()) || false
        } catch (error) {
          lastError = error
          return false
        }
      }, timeoutMs)
      .catch(() => false as const)
    if (value !== false) return value
    const text = await driver.executeScript<string>('return document.body.innerText').catch(() => '')
    throw new Error(`Not there: ${what}. The page says:\n${text.slice(0, 2_000)}`, { cause: lastError })
  }

const isReadyScript = `return document.documentElement.dataset.ready === 'yes'`

type Session = { driver: WebDriver; wait: ReturnType<typeof createWaiter> }

/** What is read from the page, and the fields that have no role. */
const createReader = ({ driver, wait }: Session) => {
  const getText = () => driver.executeScript<string>('return document.body.innerText')
  const getPath = async () => new URL(await driver.getCurrentUrl()).pathname
  const findField = (selector: string) =>
    wait(`the field ${selector}`, () =>
      driver.executeScript<WebElement | null>('return document.querySelector(arguments[0])', selector),
    )
  return {
    getText,
    getPath,
    seeText: async (text: Name) => {
      await wait(`the text ${String(text)}`, async () => {
        const shown = await getText()
        return typeof text === 'string' ? shown.includes(text) : text.test(shown)
      })
    },
    seePath: async (path: RegExp) => {
      await wait(`the path ${String(path)}`, async () => path.test(await getPath()))
    },
    readText: (selector: string, pattern: RegExp) =>
      wait(`the text of ${selector}`, async () => {
        const text = await driver.executeScript<string | null>(
          'return document.querySelector(arguments[0])?.textContent ?? null',
          selector,
        )
        return text !== null && pattern.test(text) ? text : null
      }),
    /** A summary has no role in the tables of the testing library. */
    openFold: async (text: string) => {
      const find = `const found = [...document.querySelectorAll('summary')].find((one) => one.textContent.trim() === arguments[0])
        found?.scrollIntoView({ block: 'center' })
        return found ?? null`
      const summary = await wait(`the fold ${text}`, () => driver.executeScript<WebElement | null>(find, text))
      await summary.click()
    },
    typePassword: async (text: string) => (await findField('input[type=password]')).sendKeys(text),
    chooseFile: async (path: string) => (await findField('input[type=file]')).sendKeys(path),
  }
}

/**
 * Runs in the page: whether the element stands still in the middle of the window. The driver itself scrolls no further than to
 * the edge, where a bar covers what is there, and clicks where the element was.
 */
const isStillScript = `
  const [element, done] = arguments
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y } = element.getBoundingClientRect()
  setTimeout(() => {
    const now = element.getBoundingClientRect()
    done(element.isConnected && now.x === x && now.y === y)
  }, 150)`

const findFrameScript = `
  const frames = []
  const collect = (root) => {
    frames.push(...root.querySelectorAll('iframe'))
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) collect(element.shadowRoot)
  }
  collect(document)
  return frames.find((frame) => frame.title === arguments[0]) ?? null`

/** Runs `act` in the only frame with this title. */
const createFrameVisit =
  ({ driver, wait }: Session) =>
  async (title: string, act: () => Promise<void>): Promise<void> => {
    const frame = await wait(`the frame ${title}`, () =>
      driver.executeScript<WebElement | null>(findFrameScript, title),
    )
    await driver.switchTo().frame(frame)
    await act()
    await driver.switchTo().defaultContent()
  }

/**
 * Opens a window of its own at the driver, which is free again after `close`. Everything waits up to a minute, and fails with
 * what it looked for and the text of the page.
 */
export const openWebkitPage = async (driverUrl: string, baseUrl: string) => {
  const driver = await new Builder()
    .usingServer(driverUrl)
    .withCapabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { args: ['--automation'] } })
    .build()
  await driver
    .manage()
    .window()
    .setRect({ x: 0, y: 0, ...size })
  let isOpen = true
  const find = createFinder(driver)
  const wait = createWaiter(driver)
  const act = async (target: Target, use: (element: WebElement) => Promise<unknown>) => {
    await wait(describeTarget(target), async () => {
      const element = await find(target)
      if (element === null) return false
      if (!(await driver.executeAsyncScript<boolean>(isStillScript, element))) return false
      await use(element)
      return true
    })
  }
  return {
    ...createReader({ driver, wait }),
    inFrame: createFrameVisit({ driver, wait }),
    goto: async (path: string) => {
      await driver.get(baseUrl + path)
      await wait('the page is ready', () => driver.executeScript<boolean>(isReadyScript))
    },
    click: (target: Target) => act(target, (element) => element.click()),
    type: (target: Target, text: string) =>
      act(target, async (element) => {
        await element.clear()
        await element.sendKeys(text)
      }),
    /** Waits until it can be seen. */
    see: (target: Target) => act(target, () => Promise.resolve()),
    close: async () => {
      if (isOpen) await driver.quit()
      isOpen = false
    },
  }
}

export type WebkitPage = Awaited<ReturnType<typeof openWebkitPage>>
