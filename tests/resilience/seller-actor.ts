// What a seller does: uploads pictures, offers bikes, advertises some, takes some back.
import sharp from 'sharp'
import type { History } from './history.ts'
import type { User } from './users.ts'

export type Selling = {
  user: User
  history: History
  /** Pictures that the shop has taken from this seller. */
  pictures: string[]
  /** Bikes of this seller that were on sale when last seen. */
  offered: string[]
  /** Up to how many bikes this seller has on sale. */
  most: number
}

const about = ({ user }: Selling) => ({ who: user.name, at: user.at })

/** A picture that nobody has uploaded before. */
const newPicture = ({ dice }: User): Promise<Buffer> =>
  sharp({
    create: {
      width: dice.between(200, 500),
      height: dice.between(200, 400),
      channels: 3,
      background: { r: dice.below(256), g: dice.below(256), b: dice.below(256) },
    },
  })
    .jpeg()
    .toBuffer()

/** Uploads a new picture. */
export const upload = async (selling: Selling): Promise<void> => {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(await newPicture(selling.user))], { type: 'image/jpeg' }), 'bike.jpg')
  const answer = await selling.history.attempt(
    { ...about(selling), deed: 'upload' },
    () => selling.user.call('POST /images', { form }),
    ({ data }) => ({ id: data.url }),
  )
  if (answer) selling.pictures.push(answer.data.url)
}

const makers = ['Yamaha', 'Suzuki', 'TVS'] as const

/** Offers a bike under one of the pictures. */
export const offer = async (selling: Selling): Promise<void> => {
  const { dice } = selling.user
  if (selling.pictures.length === 0) return upload(selling)
  const price = dice.between(10, 400) * 1000
  const body = {
    productName: `Bike ${dice.below(100_000)} of ${selling.user.name}`,
    salePrice: price,
    originalPrice: price + 20_000,
    purchaseTime: dice.between(2010, 2015),
    usedTime: dice.between(1, 9),
    condition: dice.pick(['Excellent', 'Good', 'Fair'] as const),
    sellerName: `User ${selling.user.name}`,
    contactNumber: '01700-000101',
    location: 'Mirpur 10, Dhaka',
    name: dice.pick(makers),
    image: dice.pick(selling.pictures),
  }
  const made = await selling.history.attempt(
    { ...about(selling), deed: 'add' },
    () => selling.user.call('POST /allbikes', { body }),
    ({ insertedId }) => ({ bikeId: insertedId, id: insertedId }),
  )
  if (made) selling.offered.push(made.insertedId)
}

const withdraw = async (selling: Selling): Promise<void> => {
  const { dice } = selling.user
  const id = selling.offered[dice.below(selling.offered.length)]
  if (id === undefined) return
  selling.offered = selling.offered.filter((one) => one !== id)
  await selling.history.attempt({ ...about(selling), deed: 'delete', bikeId: id, id }, () =>
    selling.user.call('DELETE /allbikes/:id', { params: { id } }),
  )
}

const advertise = async (selling: Selling): Promise<void> => {
  const id = selling.offered[selling.user.dice.below(selling.offered.length)]
  if (id === undefined) return
  await selling.history.attempt({ ...about(selling), deed: 'advertise', bikeId: id }, () =>
    selling.user.call('PUT /allbikes/:id', { params: { id }, body: { advertise: 'on' } }),
  )
}

const readMine = async (selling: Selling): Promise<void> => {
  const mine = await selling.history.attempt({ ...about(selling), deed: 'read' }, () =>
    selling.user.call('GET /allbikes/myproduct', { query: { limit: '100' } }),
  )
  if (mine) selling.offered = mine.filter(({ status }) => status === 'available').map(({ _id }) => _id)
}

/** Does one thing that sellers do. */
export const sellerDoes = async (selling: Selling): Promise<void> => {
  const roll = selling.user.dice.roll()
  if (roll < 0.06) return upload(selling)
  if (roll < 0.16) return withdraw(selling)
  if (roll < 0.24) return advertise(selling)
  if (roll < 0.4 || selling.offered.length >= selling.most) return readMine(selling)
  return offer(selling)
}
