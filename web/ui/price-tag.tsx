/** The price in the style of a number plate, the most prominent element of a page. */
export const PriceTag = ({ label, price }: { label: string; price: string }) => (
  <p className="plate">
    <span className="plate__label">{label}</span> <span className="plate__price">{price}</span>
  </p>
)
