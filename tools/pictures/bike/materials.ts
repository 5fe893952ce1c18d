// Materials of a bike. Dust, rust and fading are mixed in by the shader, by height and by noise.
import * as THREE from 'three'
import type { BikeContext, Wear } from './look.ts'

type Ageing = { rust?: number; fade?: number }

const noiseShader = `
  varying vec3 vPlace;
  uniform float uDust, uRust, uFade, uOffset;
  float cell(vec3 p) { p = fract(p * 0.3183 + vec3(0.71, 0.113, 0.419)); p *= 17.0; return fract(p.x * p.y * p.z * (p.x + p.y + p.z)); }
  float noise(vec3 p) {
    vec3 i = floor(p), f = smoothstep(0.0, 1.0, fract(p));
    vec4 low = vec4(cell(i), cell(i + vec3(1, 0, 0)), cell(i + vec3(0, 1, 0)), cell(i + vec3(1, 1, 0)));
    i.z += 1.0;
    vec4 high = vec4(cell(i), cell(i + vec3(1, 0, 0)), cell(i + vec3(0, 1, 0)), cell(i + vec3(1, 1, 0)));
    vec4 near = mix(low, high, f.z);
    return mix(mix(near.x, near.y, f.x), mix(near.z, near.w, f.x), f.y);
  }`

const ageingShader = `
  #include <roughnessmap_fragment>
  vec3 place = vPlace + uOffset;
  float coarse = noise(place * 0.13), fine = noise(place * 0.9);
  float ground = 1.0 - smoothstep(6.0, 80.0, vPlace.y);
  diffuseColor.rgb = mix(diffuseColor.rgb, vec3(0.2, 0.195, 0.185), uFade * (0.25 + 0.4 * coarse));
  float rust = smoothstep(0.95 - 0.45 * uRust, 1.1 - 0.35 * uRust, 0.55 * coarse + 0.45 * fine + 0.12 * ground);
  diffuseColor.rgb = mix(diffuseColor.rgb, mix(vec3(0.16, 0.07, 0.03), vec3(0.3, 0.15, 0.07), fine), rust * step(0.02, uRust));
  float dust = clamp(uDust * (0.1 + 0.9 * ground) * (0.3 + 0.9 * coarse + 0.3 * fine), 0.0, 0.8);
  diffuseColor.rgb = mix(diffuseColor.rgb, vec3(0.36, 0.3, 0.22), dust);
  float dull = max(dust, rust * step(0.02, uRust));
  roughnessFactor = mix(roughnessFactor, 0.95, dull);`

/** Adds dust, rust and fading to a material. */
const applyWear = (material: THREE.MeshStandardMaterial, wear: Wear, ageing: Ageing, offset: number): void => {
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, {
      uDust: { value: wear.dust },
      uRust: { value: wear.rust * (ageing.rust ?? 0) },
      uFade: { value: wear.fade * (ageing.fade ?? 0) },
      uOffset: { value: offset },
    })
    shader.vertexShader = `varying vec3 vPlace;\n${shader.vertexShader}`.replace(
      '#include <project_vertex>',
      '#include <project_vertex>\n  vPlace = (modelMatrix * vec4(transformed, 1.0)).xyz;',
    )
    shader.fragmentShader = `${noiseShader}\n${shader.fragmentShader}`.replace(
      '#include <roughnessmap_fragment>',
      ageingShader,
    )
  }
  material.customProgramCacheKey = () => 'worn'
}

const rimColours = ['#202124', '#202124', '#85878a', '#35363a', '#202124', '#6d5524'] as const
const engineColours = ['#3b3c3f', '#55565b', '#2b2c2e', '#6a6a6c', '#4a4640'] as const
const coverColours = ['#8f9093', '#6c6d70', '#2f3032', '#a19d94', '#7b6a4a'] as const
const seatColours = ['#18181a', '#18181a', '#18181a', '#211a17', '#2a2a2d'] as const

/** The materials of one bike; each is used by many parts. */
export const createMaterials = ({ colours, wear, random }: BikeContext) => {
  const offset = random.between(0, 500)
  const create = (options: THREE.MaterialOptions, ageing: Ageing = {}): THREE.MeshStandardMaterial => {
    const material = new THREE.MeshStandardMaterial({ side: THREE.DoubleSide, ...options })
    applyWear(material, wear, ageing, offset)
    return material
  }
  const gloss = { metalness: random.between(0.1, 0.35), roughness: 0.2 + wear.fade * 0.22, envMapIntensity: 1.25 }
  return {
    create,
    gloss,
    paint: create({ color: colours.body, ...gloss }, { fade: 0.25 }),
    second: create({ color: colours.second, ...gloss }, { fade: 0.3 }),
    chrome: create({ color: '#d3d4d2', metalness: 1, roughness: 0.13 }, { rust: 1 }),
    steel: create({ color: '#9d9e9c', metalness: 0.95, roughness: 0.36 }, { rust: 0.8 }),
    rim: create({ color: random.pick(rimColours), metalness: 0.65, roughness: 0.42 }),
    engine: create({ color: random.pick(engineColours), metalness: 0.6, roughness: 0.55 }, { rust: 0.15 }),
    cover: create({ color: random.pick(coverColours), metalness: 0.8, roughness: 0.42 }, { rust: 0.1 }),
    gold: create({ color: '#ab7f36', metalness: 0.95, roughness: 0.32 }),
    exhaust: create({ color: '#1d1d1f', metalness: 0.4, roughness: 0.5 }, { rust: 1.2 }),
    frame: create({ color: '#18191b', metalness: 0.2, roughness: 0.45 }, { rust: 0.4 }),
    plastic: create({ color: '#1b1c1e', roughness: 0.6 }, { fade: 1 }),
    piano: create({ color: '#0d0e10', roughness: 0.22, envMapIntensity: 1.2 }, { fade: 0.4 }),
    rubber: create({ color: '#141415', roughness: 0.9 }, { fade: 0.5 }),
    seat: create({ color: random.pick(seatColours), roughness: 0.66 }, { fade: 0.7 }),
    lens: create({ color: '#dfe1dc', metalness: 0.5, roughness: 0.12, emissive: '#fff4dc', emissiveIntensity: 0.12 }),
    light: create({ color: '#ffffff', roughness: 0.3, emissive: '#eef4ff', emissiveIntensity: 0.9 }),
    mirror: create({ color: '#eef0f0', metalness: 1, roughness: 0.05 }),
    red: create({ color: '#a3131b', roughness: 0.2, emissive: '#4c0205', emissiveIntensity: 0.4 }),
    amber: create({ color: '#e2790f', roughness: 0.25, emissive: '#562300', emissiveIntensity: 0.4 }),
    glass: new THREE.MeshStandardMaterial({
      color: '#9fb0b8',
      roughness: 0.05,
      transparent: true,
      opacity: 0.42,
      side: THREE.DoubleSide,
    }),
  }
}

export type Materials = ReturnType<typeof createMaterials>
