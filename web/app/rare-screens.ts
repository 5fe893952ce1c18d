// Screens of few visits: of admins and sellers, of accounts and deals, and texts. The first script of a page does not name their chunks.
import type { ComponentType } from 'react'
import type { ActionFunction, LoaderFunction } from 'react-router'

/** What a page's file exports. */
export type Screen = { default: ComponentType; loader?: LoaderFunction; action?: ActionFunction }

const modules = import.meta.glob<Screen>([
  '../pages/{account,admin,cases,catalogue,chats,deals,inspections,money,my-products,notifications,papers,product-form,transfers,vehicle-numbers}/*-page.tsx',
  '../pages/{legal,price-guide,saved-searches}/*-page.tsx',
  '../pages/payment/paid-page.tsx',
])

/** Loads the page `<name>-page.tsx`. */
export const loadRareScreen = async (name: string): Promise<Screen> => {
  const [, load] = Object.entries(modules).find(([path]) => path.endsWith(`/${name}-page.tsx`)) ?? []
  if (!load) throw new Error(`There is no page ${name}-page.tsx below web/pages.`)
  return load()
}
