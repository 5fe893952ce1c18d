// The part of three.js that the picture maker uses. The package has no types of its own.
declare module 'three' {
  export class Vector2 {
    constructor(x?: number, y?: number)
    x: number
    y: number
  }
  export class Vector3 {
    constructor(x?: number, y?: number, z?: number)
    x: number
    y: number
    z: number
    set(x: number, y: number, z: number): this
    clone(): Vector3
    copy(other: Vector3): this
    add(other: Vector3): this
    sub(other: Vector3): this
    cross(other: Vector3): this
    multiplyScalar(factor: number): this
    addScaledVector(other: Vector3, factor: number): this
    applyQuaternion(rotation: Quaternion): this
    applyMatrix4(matrix: Matrix4): this
    project(camera: PerspectiveCamera): this
    normalize(): this
    length(): number
  }
  export class Quaternion {
    setFromUnitVectors(from: Vector3, to: Vector3): this
  }
  export class Matrix4 {
    elements: number[]
  }
  export class Euler {
    x: number
    y: number
    z: number
    set(x: number, y: number, z: number): this
  }
  export class Color {
    constructor(colour?: string)
    set(colour: string): this
    multiplyScalar(factor: number): this
  }
  export class Box3 {
    min: Vector3
    max: Vector3
    setFromObject(object: Object3D): this
  }
  export class Object3D {
    position: Vector3
    rotation: Euler
    scale: Vector3
    quaternion: Quaternion
    matrixWorld: Matrix4
    castShadow: boolean
    receiveShadow: boolean
    name: string
    add(...objects: Object3D[]): this
    traverse(visit: (object: Object3D) => void): void
    lookAt(target: Vector3): void
    localToWorld(point: Vector3): Vector3
    getWorldPosition(target: Vector3): Vector3
    getWorldQuaternion(target: Quaternion): Quaternion
    updateMatrixWorld(force?: boolean): void
  }
  export class Group extends Object3D {}
  export class Scene extends Object3D {
    background: Color | Texture | null
    environment: Texture | null
    environmentIntensity: number
  }
  export class BufferAttribute {
    count: number
    getX(index: number): number
    getY(index: number): number
    getZ(index: number): number
    setXYZ(index: number, x: number, y: number, z: number): this
    needsUpdate: boolean
  }
  export class Float32BufferAttribute extends BufferAttribute {
    constructor(values: number[], size: number)
  }
  export class BufferGeometry {
    boundingBox: Box3 | null
    attributes: { position: BufferAttribute; uv: BufferAttribute }
    setAttribute(name: string, attribute: BufferAttribute): this
    setIndex(index: number[]): this
    translate(x: number, y: number, z: number): this
    computeVertexNormals(): void
    computeBoundingBox(): void
    dispose(): void
  }
  export class BoxGeometry extends BufferGeometry {
    constructor(width: number, height: number, depth: number)
  }
  export class PlaneGeometry extends BufferGeometry {
    constructor(width: number, height: number, columns?: number, rows?: number)
  }
  export class CircleGeometry extends BufferGeometry {
    constructor(radius: number, segments: number)
  }
  export class SphereGeometry extends BufferGeometry {
    constructor(radius: number, columns: number, rows: number)
  }
  export class CylinderGeometry extends BufferGeometry {
    constructor(top: number, bottom: number, height: number, sides: number)
  }
  export class LatheGeometry extends BufferGeometry {
    constructor(points: Vector2[], segments: number)
  }
  export class CatmullRomCurve3 {
    constructor(points: Vector3[], closed?: boolean, type?: string, tension?: number)
    points: Vector3[]
  }
  export class TubeGeometry extends BufferGeometry {
    constructor(curve: CatmullRomCurve3, steps: number, radius: number, sides: number, closed: boolean)
  }
  export class Path {
    moveTo(x: number, y: number): this
    lineTo(x: number, y: number): this
    quadraticCurveTo(controlX: number, controlY: number, x: number, y: number): this
  }
  export class Shape extends Path {
    holes: Path[]
  }
  export class ExtrudeGeometry extends BufferGeometry {
    constructor(shape: Shape, options: Record<string, number | boolean>)
  }
  export class Texture {
    colorSpace: string
    wrapS: number
    wrapT: number
    anisotropy: number
    repeat: Vector2 & { set(x: number, y: number): void }
    dispose(): void
  }
  export class CanvasTexture extends Texture {
    constructor(canvas: HTMLCanvasElement)
  }
  export type ShaderSource = {
    uniforms: Record<string, { value: unknown }>
    vertexShader: string
    fragmentShader: string
  }
  export type MaterialOptions = {
    color?: string | Color
    metalness?: number
    roughness?: number
    envMapIntensity?: number
    emissive?: string
    emissiveIntensity?: number
    map?: Texture | null
    bumpMap?: Texture | null
    bumpScale?: number
    transparent?: boolean
    opacity?: number
    alphaTest?: number
    side?: number
  }
  export class Material {
    userData: Record<string, unknown>
    onBeforeCompile: (shader: ShaderSource) => void
    customProgramCacheKey: () => string
    dispose(): void
  }
  export class MeshStandardMaterial extends Material {
    constructor(options: MaterialOptions)
    map: Texture | null
    bumpMap: Texture | null
  }
  export class MeshLambertMaterial extends Material {
    constructor(options: MaterialOptions)
    map: Texture | null
  }
  export class MeshBasicMaterial extends Material {
    constructor(options: MaterialOptions)
  }
  export class ShaderMaterial extends Material {
    constructor(options: Record<string, unknown>)
    uniforms: Record<string, { value: unknown }>
  }
  export class Mesh extends Object3D {
    constructor(geometry: BufferGeometry, material: Material)
    geometry: BufferGeometry
    material: Material
  }
  export class PerspectiveCamera extends Object3D {
    constructor(fieldOfView: number, aspect: number, near: number, far: number)
    fov: number
    aspect: number
    up: Vector3
    setViewOffset(fullWidth: number, fullHeight: number, x: number, y: number, width: number, height: number): void
    updateProjectionMatrix(): void
    rotateZ(angle: number): this
  }
  export class OrthographicCamera extends Object3D {
    constructor(left: number, right: number, top: number, bottom: number, near: number, far: number)
  }
  export class AmbientLight extends Object3D {
    constructor(colour: string, intensity: number)
  }
  export class DirectionalLight extends Object3D {
    constructor(colour: string, intensity: number)
    color: Color
    intensity: number
    target: Object3D
    shadow: {
      mapSize: { set(width: number, height: number): void }
      bias: number
      normalBias: number
      radius: number
      camera: { left: number; right: number; top: number; bottom: number; near: number; far: number }
      dispose(): void
    }
  }
  export class WebGLRenderTarget {
    constructor(width: number, height: number, options: Record<string, unknown>)
    texture: Texture
    dispose(): void
  }
  export class PMREMGenerator {
    constructor(renderer: WebGLRenderer)
    fromScene(scene: Scene, sigma: number, near: number, far: number): WebGLRenderTarget
    dispose(): void
  }
  export class WebGLRenderer {
    constructor(options: Record<string, unknown>)
    domElement: HTMLCanvasElement
    shadowMap: { enabled: boolean; type: number }
    toneMapping: number
    outputColorSpace: string
    autoClear: boolean
    setSize(width: number, height: number): void
    setPixelRatio(ratio: number): void
    setRenderTarget(target: WebGLRenderTarget | null): void
    setClearColor(colour: string, alpha?: number): void
    clear(): void
    render(scene: Scene, camera: PerspectiveCamera | OrthographicCamera): void
  }
  export const DoubleSide: number
  export const BackSide: number
  export const RepeatWrapping: number
  export const PCFShadowMap: number
  export const NoToneMapping: number
  export const HalfFloatType: number
  export const LinearFilter: number
  export const NearestFilter: number
  export const SRGBColorSpace: string
  export const LinearSRGBColorSpace: string
  export const CustomBlending: number
  export const AddEquation: number
  export const OneFactor: number
}
