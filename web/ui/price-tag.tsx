/** The price on a number plate: the one loud thing of a page. */
export const PriceTag = ({ label, price }: { label: string; price: string }) => (
  <p className="plate">
    <span className="plate__label">{label}</span> <span className="plate__price">{price}</span>
  </p>
)
