import type { IconNode } from 'lucide'
import { createElement } from 'react'

/**
 * Renders a lucide icon in the text colour, `size` px wide. It is hidden from screen readers: the control or the text
 * around it has the name.
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
