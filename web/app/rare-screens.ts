// Screens of few visits: of admins, and of members with a deal. The first script of a page does not name their chunks.
import type { ComponentType } from 'react'
import type { ActionFunction, LoaderFunction } from 'react-router'

/** What a page's file exports. */
export type Screen = { default: ComponentType; loader?: LoaderFunction; action?: ActionFunction }

const modules = import.meta.glob<Screen>('../pages/{admin,catalogue,deals,money,notifications}/*-page.tsx')

/** Loads the page `<name>-page.tsx`. */
export const loadRareScreen = async (name: string): Promise<Screen> => {
  const [, load] = Object.entries(modules).find(([path]) => path.endsWith(`/${name}-page.tsx`)) ?? []
  if (!load) throw new Error(`There is no page ${name}-page.tsx below web/pages.`)
  return load()
}
