import { Link } from 'react-router'
import { PictureLink } from '#web/components/picture-link.tsx'
import { useFormat } from '#web/context/app-context.ts'

type Props = { deal: { image: string; slug: string; productName: string; price: number } }

/** The bike of a deal: photo, name and price. */
export const DealTop = ({ deal }: Props) => {
  const { taka } = useFormat()
  return (
    <div className="dealtop">
      <PictureLink path={`/bikes/${deal.slug}`} src={deal.image} />
      <div>
        <p>
          <Link to={`/bikes/${deal.slug}`} translate="no">
            {deal.productName}
          </Link>
        </p>
        <p className="num">
          <b>{taka(deal.price)}</b>
        </p>
      </div>
    </div>
  )
}
