import { Link } from 'react-router'
import { useFormat } from '#web/context/app-context.ts'
import { Picture } from '#web/ui/picture.tsx'

type Props = { deal: { image: string; slug: string; productName: string; price: number } }

/** The bike of a deal: photo, name and price. */
export const DealTop = ({ deal }: Props) => {
  const { taka } = useFormat()
  return (
    <div className="dealtop">
      <Picture className="thumb" src={deal.image} alt="" sizes="100px" />
      <div>
        <p>
          <Link to={`/bikes/${deal.slug}`}>{deal.productName}</Link>
        </p>
        <p className="num">
          <b>{taka(deal.price)}</b>
        </p>
      </div>
    </div>
  )
}
