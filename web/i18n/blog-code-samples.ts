// Code samples of the blog's articles, the same in every language.

export const chain = `const vehicle = {
  wheels: 4,
  describe() {
    return \`runs on \${this.wheels} wheels\`
  },
}

const bike = Object.create(vehicle)
bike.wheels = 2

bike.describe()               // 'runs on 2 wheels'
Object.hasOwn(bike, 'describe') // false: it is borrowed`

export const classes = `class Vehicle {
  constructor(name) { this.name = name }
  start() { return \`\${this.name} starts\` }
}

class Bike extends Vehicle {
  start() { return \`\${super.start()} with a kick\` }
}

const fz = new Bike('FZ-S')
Object.getPrototypeOf(fz) === Bike.prototype            // true
Object.getPrototypeOf(Bike.prototype) === Vehicle.prototype // true`

export const trap = `const garage = { bikes: [] }
const mine = Object.create(garage)
const yours = Object.create(garage)

mine.bikes.push('Gixxer') // changes the shared array
yours.bikes               // ['Gixxer']`

export const counter = `function Likes() {
  const [count, setCount] = useState(0)
  return (
    <button onClick={() => setCount((old) => old + 1)}>
      {count} likes
    </button>
  )
}`

export const cart = `function reduce(cart, action) {
  switch (action.type) {
    case 'added':
      return [...cart, action.bike]
    case 'removed':
      return cart.filter((bike) => bike.id !== action.id)
  }
}
const [cart, dispatch] = useReducer(reduce, [])`

export const rule = `/** A bike may be booked while it is on sale, by anyone but its seller. */
export const mayBook = (bike, buyerId) =>
  bike.soldAt === null && bike.sellerId !== buyerId`

export const ruleTest = `test('nobody books a bike that is already sold', () => {
  const sold = { sellerId: 'rahim', soldAt: new Date('2026-08-12') }

  expect(mayBook(sold, 'karim')).toBe(false)
})

test('a seller cannot book their own bike', () => {
  const onSale = { sellerId: 'rahim', soldAt: null }

  expect(mayBook(onSale, 'rahim')).toBe(false)
})`

export const react = `function Price({ taka }) {
  const [isNew, setIsNew] = useState(false)
  return (
    <button onClick={() => setIsNew(!isNew)}>
      {isNew ? 'new' : 'used'}: {taka}
    </button>
  )
}`

export const vue = `<script setup>
import { ref } from 'vue'
defineProps(['taka'])
const isNew = ref(false)
</script>

<template>
  <button @click="isNew = !isNew">
    {{ isNew ? 'new' : 'used' }}: {{ taka }}
  </button>
</template>`

export const angular = `@Component({
  selector: 'app-price',
  template: \`<button (click)="isNew.set(!isNew())">
    {{ isNew() ? 'new' : 'used' }}: {{ taka() }}
  </button>\`,
})
export class Price {
  taka = input.required<number>()
  isNew = signal(false)
}`
