// What a bike looks like: the parts it is built from, and how worn it is.
import type { Random } from '../random.ts'

export type WheelStyle = 'wire' | 'five' | 'six' | 'ten' | 'forked' | 'three' | 'curved' | 'pressed'
export type Graphics = 'none' | 'stripes' | 'wave' | 'two-tone' | 'line' | 'slash' | 'badge' | 'blocks'

export type Look = {
  wheelbase: number
  /** Radius of the wheels with tyres, rear and front. */
  radius: readonly [number, number]
  /** Width of the tyres, rear and front. */
  tyre: readonly [number, number]
  /** Height of the tyres from rim to tread. */
  tyreHeight: number
  wheels: readonly WheelStyle[]
  brakes: readonly ['disc' | 'drum', 'disc' | 'drum']
  rake: number
  forkLength: number
  fork: 'plain' | 'usd' | 'boots' | 'sleeves'
  frontGuard: 'long' | 'short' | 'high'
  tank: {
    shape: 'classic' | 'box' | 'muscle' | 'sharp' | 'drop' | 'round' | 'tall'
    height: number
    width: number
    y: number
  }
  shroud: 'none' | 'slim' | 'wide'
  seat: 'bench' | 'step' | 'split' | 'flat' | 'saddle'
  seatY: number
  tail: 'cowl' | 'sharp' | 'high' | 'fender' | 'trail'
  tailRise: number
  sidePanel: 'triangle' | 'oval' | 'box' | 'blade' | 'none'
  lamp: 'round' | 'square' | 'mask' | 'robot' | 'narrow' | 'twin' | 'none'
  screen: 'none' | 'fly' | 'tall'
  fairing: 'none' | 'half' | 'full'
  bars: 'commuter' | 'flat' | 'clip' | 'high' | 'wide' | 'swept'
  engine: {
    kind: 'air' | 'upright' | 'liquid' | 'flat'
    tilt: number
    fins: number
    size: number
    x: number
    y: number
  }
  exhaust: 'long' | 'stub' | 'sport' | 'classic' | 'up' | 'double'
  frame: 'diamond' | 'cradle' | 'perimeter' | 'trellis'
  rearShocks: 'twin' | 'mono'
  rail: 'tube' | 'split' | 'carrier' | 'back' | 'none'
  chrome: boolean
  belly: boolean
  legGuard: number
  sariGuard: number
  graphics: readonly Graphics[]
  dial: 'round' | 'twin' | 'digital'
}

/** How worn a bike is; all from 0 to 1. */
export type Wear = { dust: number; rust: number; fade: number; scratches: number; stickers: number }

export type PaintColours = { body: string; second: string; accent: string }

/** All that the parts of one bike share. */
export type BikeContext = {
  look: Look
  wear: Wear
  colours: PaintColours
  plate: string
  kilometres: number
  random: Random
}
