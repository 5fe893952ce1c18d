// Takes the picture: several exposures with another beam of light each are averaged, then toned like a phone's photo.
import * as THREE from 'three'
import type { Random } from '../random.ts'
import { createBeams, createLamp, createReflections, lights, type LightName } from './light.ts'

const quadVertices = 'varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }'

const addShader =
  'uniform sampler2D image; uniform float share; varying vec2 at; void main() { gl_FragColor = min(texture2D(image, at), vec4(8.0)) * share; }'

const toneShader = `
  uniform sampler2D image;
  uniform vec2 pixel;
  uniform float exposure, warmth, contrast, grain, seed;
  varying vec2 at;
  float random(vec2 p) { return fract(sin(dot(p, vec2(12.7, 78.1)) + seed) * 43758.5); }
  vec3 read(vec2 offset) { return texture2D(image, at + offset * pixel).rgb; }
  void main() {
    vec3 light = read(vec2(0.0));
    vec3 around = (read(vec2(1.0, 0.0)) + read(vec2(-1.0, 0.0)) + read(vec2(0.0, 1.0)) + read(vec2(0.0, -1.0))) / 4.0;
    // A phone sharpens edges a little.
    light = max(light + (light - around) * 0.25, 0.0);
    vec2 middle = at - 0.5;
    light *= (1.0 - 0.35 * smoothstep(0.2, 0.75, dot(middle, middle) * 2.0)) * exposure;
    light *= vec3(1.0 + warmth, 1.0, 1.0 - warmth);
    light = (light * (2.51 * light + 0.03)) / (light * (2.43 * light + 0.59) + 0.14);
    vec3 colour = pow(clamp(light, 0.0, 1.0), vec3(1.0 / 2.2));
    colour = (colour - 0.5) * contrast + 0.5;
    colour += (random(floor(gl_FragCoord.xy / 1.5)) - 0.5) * grain;
    gl_FragColor = vec4(colour, 1.0);
  }`

export type Shot = {
  scene: THREE.Scene
  camera: THREE.PerspectiveCamera
  light: LightName
  random: Random
  width: number
  height: number
  exposures: number
}

let sharedRenderer: THREE.WebGLRenderer | undefined

/** One renderer serves all pictures of a page, so its shaders are compiled once. */
const getRenderer = (width: number, height: number): THREE.WebGLRenderer => {
  sharedRenderer ??= new THREE.WebGLRenderer({ antialias: false, preserveDrawingBuffer: true })
  sharedRenderer.setPixelRatio(1)
  sharedRenderer.setSize(width, height)
  sharedRenderer.toneMapping = THREE.NoToneMapping
  sharedRenderer.shadowMap.enabled = true
  sharedRenderer.shadowMap.type = THREE.PCFShadowMap
  return sharedRenderer
}

const environments = new Map<LightName, THREE.Texture>()

/** What polished parts reflect; made once for each light. */
const getEnvironment = (renderer: THREE.WebGLRenderer, light: LightName): THREE.Texture => {
  const found = environments.get(light)
  if (found) return found
  const { texture } = new THREE.PMREMGenerator(renderer).fromScene(createReflections(light), 0.03, 0.1, 100)
  environments.set(light, texture)
  return texture
}

const createTarget = (width: number, height: number, depthBuffer: boolean): THREE.WebGLRenderTarget =>
  new THREE.WebGLRenderTarget(width, height, {
    type: THREE.HalfFloatType,
    minFilter: THREE.LinearFilter,
    magFilter: THREE.LinearFilter,
    depthBuffer,
  })

const createQuad = (options: Record<string, unknown>) => {
  const material = new THREE.ShaderMaterial({ vertexShader: quadVertices, depthTest: false, ...options })
  const scene = new THREE.Scene()
  scene.add(new THREE.Mesh(new THREE.PlaneGeometry(2, 2), material))
  return { scene, camera: new THREE.OrthographicCamera(-1, 1, 1, -1, 0, 1) }
}

const disposeScene = (scene: THREE.Scene): void => {
  scene.traverse((object) => {
    if (!(object instanceof THREE.Mesh)) return
    object.geometry.dispose()
    // Materials stay: with the last of a kind its shader would be thrown away and compiled again for the next picture.
    if (object.material instanceof THREE.MeshStandardMaterial || object.material instanceof THREE.MeshLambertMaterial)
      object.material.map?.dispose()
  })
}

/** The pixels of the canvas in base64: RGBA, the lowest row first. */
const readPixels = (renderer: THREE.WebGLRenderer, width: number, height: number): string => {
  const gl = renderer.domElement.getContext('webgl2')
  if (!gl) throw new Error('This browser has no WebGL 2.')
  const pixels = new Uint8Array(width * height * 4)
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
  const chunk = 3 * 8_192
  const parts: string[] = []
  for (let start = 0; start < pixels.length; start += chunk)
    parts.push(btoa(String.fromCharCode(...pixels.subarray(start, start + chunk))))
  return parts.join('')
}

/** Renders a scene and returns its pixels in base64: RGBA, the lowest row first. */
export const takePhoto = ({ scene, camera, light, random, width, height, exposures }: Shot): string => {
  const renderer = getRenderer(width, height)
  scene.environment = getEnvironment(renderer, light)
  scene.environmentIntensity = lights[light].ambient
  const lamp = createLamp()
  scene.add(lamp, lamp.target, new THREE.AmbientLight(lights[light].skyColour, 0.35))
  const [frame, sum] = [createTarget(width, height, true), createTarget(width, height, false)]
  const adding = createQuad({
    uniforms: { image: { value: frame.texture }, share: { value: 1 / exposures } },
    fragmentShader: addShader,
    blending: THREE.CustomBlending,
    blendEquation: THREE.AddEquation,
    blendSrc: THREE.OneFactor,
    blendDst: THREE.OneFactor,
    transparent: true,
  })
  renderer.autoClear = true
  renderer.setRenderTarget(sum)
  renderer.setClearColor('#000000', 0)
  renderer.clear()
  for (const [index, beam] of createBeams(light, random, exposures).entries()) {
    lamp.color.set(beam.colour)
    lamp.intensity = beam.intensity
    const [x, y, z] = beam.direction
    lamp.position.set(x * 620, 45 + y * 620, z * 620)
    // A different place in the pixel for each exposure smooths edges.
    const [dx, dy] = [((index * 0.755) % 1) - 0.5, ((index * 0.57) % 1) - 0.5]
    camera.setViewOffset(width, height, dx, dy, width, height)
    renderer.autoClear = true
    renderer.setRenderTarget(frame)
    renderer.render(scene, camera)
    renderer.autoClear = false
    renderer.setRenderTarget(sum)
    renderer.render(adding.scene, adding.camera)
  }
  const toning = createQuad({
    uniforms: {
      image: { value: sum.texture },
      pixel: { value: new THREE.Vector2(1 / width, 1 / height) },
      exposure: { value: lights[light].exposure * random.between(0.92, 1.1) },
      warmth: { value: random.between(-0.03, 0.05) },
      contrast: { value: random.between(1, 1.1) },
      grain: { value: random.between(0.008, 0.02) },
      seed: { value: random.between(0, 100) },
    },
    fragmentShader: toneShader,
  })
  renderer.setRenderTarget(null)
  renderer.autoClear = true
  renderer.outputColorSpace = THREE.LinearSRGBColorSpace
  renderer.render(toning.scene, toning.camera)
  const pixels = readPixels(renderer, width, height)
  for (const one of [frame, sum]) one.dispose()
  for (const one of [scene, adding.scene, toning.scene]) disposeScene(one)
  lamp.shadow.dispose()
  return pixels
}
