// What a seller does: uploads pictures, offers bikes, advertises some, takes some back, and goes on with the deals.
import sharp from 'sharp'
import { actAsSellerOfDeal, type DealsState } from './deal-actor.ts'
import type { User } from '#tests/resilience/users.ts'

export type SellerState = DealsState & {
  /** Pictures that the shop has taken from this seller. */
  pictures: string[]
  /** Bikes of this seller that were on sale when last seen. */
  listedBikeIds: string[]
  /** Up to how many bikes this seller has on sale. */
  maxListed: number
}

const getAttemptInfo = ({ user }: SellerState) => ({ who: user.name, serverName: user.serverName })

/** A picture that nobody has uploaded before. */
const createPicture = ({ random }: User): Promise<Buffer> =>
  sharp({
    create: {
      width: random.between(200, 500),
      height: random.between(200, 400),
      channels: 3,
      background: { r: random.below(256), g: random.below(256), b: random.below(256) },
    },
  })
    .jpeg()
    .toBuffer()

/** Uploads a new picture. */
export const uploadPicture = async (state: SellerState): Promise<void> => {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(await createPicture(state.user))], { type: 'image/jpeg' }), 'bike.jpg')
  const response = await state.history.attempt(
    { ...getAttemptInfo(state), action: 'upload' },
    () => state.user.call('POST /images', { form }),
    ({ data }) => ({ id: data.url }),
  )
  if (response) state.pictures.push(response.data.url)
}

const makers = ['Yamaha', 'Suzuki', 'TVS'] as const

/** Offers a bike under one of the pictures. */
export const createListing = async (state: SellerState): Promise<void> => {
  const { random } = state.user
  if (state.pictures.length === 0) return uploadPicture(state)
  const price = random.between(10, 400) * 1000
  const body = {
    productName: `Bike ${random.below(100_000)} of ${state.user.name}`,
    salePrice: price,
    originalPrice: price + 20_000,
    purchaseTime: random.between(2010, 2015),
    usedTime: random.between(1, 9),
    condition: random.pick(['Excellent', 'Good', 'Fair'] as const),
    sellerName: `User ${state.user.name}`,
    contactNumber: '01700-000101',
    location: 'Mirpur 10, Dhaka',
    name: random.pick(makers),
    image: random.pick(state.pictures),
  }
  const result = await state.history.attempt(
    { ...getAttemptInfo(state), action: 'add' },
    () => state.user.call('POST /allbikes', { body }),
    ({ insertedId }) => ({ bikeId: insertedId, id: insertedId }),
  )
  if (result) state.listedBikeIds.push(result.insertedId)
}

const withdraw = async (state: SellerState): Promise<void> => {
  const { random } = state.user
  const id = state.listedBikeIds[random.below(state.listedBikeIds.length)]
  if (id === undefined) return
  state.listedBikeIds = state.listedBikeIds.filter((one) => one !== id)
  await state.history.attempt({ ...getAttemptInfo(state), action: 'delete', bikeId: id, id }, () =>
    state.user.call('DELETE /allbikes/:id', { params: { id } }),
  )
}

const advertise = async (state: SellerState): Promise<void> => {
  const id = state.listedBikeIds[state.user.random.below(state.listedBikeIds.length)]
  if (id === undefined) return
  await state.history.attempt({ ...getAttemptInfo(state), action: 'advertise', bikeId: id }, () =>
    state.user.call('PUT /allbikes/:id', { params: { id }, body: { advertise: 'on' } }),
  )
}

const readOwnListings = async (state: SellerState): Promise<void> => {
  const listings = await state.history.attempt({ ...getAttemptInfo(state), action: 'read' }, () =>
    state.user.call('GET /allbikes/myproduct', { query: { limit: '100' } }),
  )
  if (listings) state.listedBikeIds = listings.filter(({ status }) => status === 'available').map(({ _id }) => _id)
}

/** Does one thing that sellers do. */
export const performSellerAction = async (state: SellerState): Promise<void> => {
  const roll = state.user.random.next()
  if (roll < 0.06) return uploadPicture(state)
  if (roll < 0.16) return withdraw(state)
  if (roll < 0.24) return advertise(state)
  if (roll < 0.5) return actAsSellerOfDeal(state)
  if (roll < 0.62 || state.listedBikeIds.length >= state.maxListed) return readOwnListings(state)
  return createListing(state)
}
