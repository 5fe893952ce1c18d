import type { ReactNode } from 'react'

type Props = {
  label: string
  price: string
  /** What is said of the price, on a foot in the colour of the verdict. */
  foot?: { verdict: 'great' | 'good' | 'fair' | 'high' | 'above' | 'warn'; children: ReactNode }
}

/** The price in the style of a number plate, the most prominent element of a page. */
export const PriceTag = ({ label, price, foot }: Props) => (
  <div className={foot ? `plate plate--judged plate--${foot.verdict}` : 'plate'}>
    <p className="plate__in">
      <span className="plate__label">{label}</span> <span className="plate__price">{price}</span>
    </p>
    {foot && <p className="plate__foot">{foot.children}</p>}
  </div>
)
