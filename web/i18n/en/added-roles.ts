// English messages of the screens on which one account buys and sells.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  sell: {
    title: 'Sell your bike',
    lead: 'You can sell with this account. Your orders and your wishlist stay where they are.',
    why: 'Buyers want to know who they talk to. Prove your mobile number once, then list your bike.',
    unavailable: 'Selling with this account needs a proven number. Please try again later.',
    readyHeading: 'Your number is proven',
    ready: (number: string) => `You have proven ${number}. Now you can list your bike.`,
    submit: 'Start selling',
    success: 'You can sell now.',
    alreadyHeading: 'You sell with this account',
    already: 'You can list your next bike at once.',
    addProduct: 'Add a Product',
    retry: 'Try again',
  },
  account: {
    heading: 'Buying and selling',
    buys: 'You buy with this account. You can sell your bike with it too.',
    sell: 'Sell your bike',
    sells: 'You sell with this account. You can buy with it too: your orders and your wishlist are then in the menu.',
    buy: 'Buy with this account too',
    bought: 'You can buy with this account now.',
    both: 'You buy and sell with this account.',
  },
}

export const addedRoleMessages = createNamespace('addedRoles', en)
