// Spec §2: the blog, an accordion of four static articles, the first open by default.
import { expect, expectPage, openMenu, test } from './e2e-test.ts'

test('the blog has four articles and the first is open', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/')
  await openMenu(page)
  await page
    .getByRole('navigation')
    .getByRole('link', { name: 'Blog', exact: true })
    .filter({ visible: true })
    .first()
    .click()
  await expectPage(page, { path: '/blog', heading: 'Blog' })

  const articles = page.getByRole('main').locator('details')
  await expect(articles).toHaveCount(4)
  for (const [index, question] of [
    /state.*React/i,
    /prototyp.*inheritance/i,
    /unit test/i,
    /React.*Angular.*Vue/i,
  ].entries())
    await expect(articles.nth(index).getByRole('heading', { level: 2 })).toHaveText(question)
  await expect(articles.first()).toHaveAttribute('open', '')
  for (const index of [1, 2, 3]) await expect(articles.nth(index)).not.toHaveAttribute('open')
})

test('an article opens on a click and can be read', { tag: '@long' }, async ({ page }) => {
  await page.goto('/blog')
  const third = page.getByRole('main').locator('details').nth(2)
  await third.getByRole('heading', { level: 2 }).click()

  await expect(third).toHaveAttribute('open', '')
  await expect(third.getByRole('paragraph').first()).toBeVisible()
})
