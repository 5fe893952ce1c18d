// Lines that the rules of test-rules.ts must find, and lines that they must not.

export const hastyReadExamples = {
  wrong: [
    'expect(await rows.count()).toBe(2)',
    'for (const name of await names.allTextContents()) expect(name).toMatch(/^Suzuki/)',
    "const path = await page.getByRole('link')\n  .getAttribute('href')",
    'if (await menu.isVisible()) await menu.click()',
    'expect.soft(page.url()).toBe(before)',
    'expect(await page.evaluate(() => scrollY)).toBe(0)',
    'const readTexts = () => names.allTextContents()\nexpect(await readTexts()).toEqual([])',
    '// Read at once:\nexpect(await rows.count()).toBe(2)',
    '// Read at once: the first is there.\nconst first = await rows.count()\nconst second = await rows.count()',
    'await expect.poll(() => page.waitForTimeout(500)).toBe(undefined)',
    "await page.goto('/', { waitUntil: 'networkidle' })",
    '// Read at once: this is no wait.\nawait page.waitForTimeout(500)',
  ],
  right: [
    'await expect(rows).toHaveCount(2)',
    'await expect.poll(() => rows.count()).toBe(2)',
    'await expect(async () => { expect(await rows.count()).toBe(2) }).toPass()',
    'const readTexts = () => names.allTextContents()\nawait expect.poll(readTexts).toEqual([])',
    "await page.evaluate(() => document.body.getAttribute('id'))",
    "const collect = (id: string) => document.body.getAttribute(id)\nawait page.evaluate(collect, 'id')",
    'expect(format.count(3)).toBe(new URL(route.request().url()).pathname)',
    '// Read at once: the assertion has\n// waited for both.\nconst both = [\n  await a.innerText(),\n  await b.innerText(),\n]',
    'await page.waitForTimeout(500) // Wait by time: nothing else tells.',
  ],
} as const

export const measuredTimeExamples = {
  wrong: [
    'expect(performance.now() - startedAt).toBeLessThan(5_000)',
    'const tookMs = performance.now() - startedAt',
    'times.push(performance.now() - startedAt)',
    'expect(Date.now() - sentAt).toBeLessThan(12_000)',
    'expect(Math.abs(Date.now() - Number(file.writtenAt))).toBeLessThan(60_000)',
    '// Clock:\nconst tookMs = performance.now() - startedAt',
  ],
  right: [
    '// Clock: the kills are spread over a restore.\nconst tookMs = performance.now() - startedAt',
    'expect(performance.now() - startedAt).toBeGreaterThan(noticeMs)',
    'while (performance.now() < deadline) await pause(500)',
    'const anHourAgo = new Date(Date.now() - 60 * 60_000)',
    'expect(file.writtenAt).toBeLessThanOrEqual(Date.now())',
  ],
} as const
