import type { IconNode } from 'lucide'
import { createElement } from 'react'

/**
 * Draws one icon of lucide in the colour of the text around it, `size` px wide. It is decoration: the control or the
 * sentence beside it carries the name.
 */
export const Icon = ({ of, size, fill = 'none' }: { of: IconNode; size: number; fill?: 'none' | 'currentColor' }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill={fill}
    stroke="currentColor"
    strokeWidth={1.75}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
  >
    {of.map(([shape, attributes], index) => createElement(shape, { key: index, ...attributes }))}
  </svg>
)
