// Where the photographer stands.
import * as THREE from 'three'
import type { PictureView } from '../listing.ts'
import type { Random } from '../random.ts'
import { odometerName } from '../bike/dial.ts'

type Frame = { bike: THREE.Object3D; view: PictureView; random: Random; aspect: number }

const listCorners = (bike: THREE.Object3D): THREE.Vector3[] => {
  const corners: THREE.Vector3[] = []
  bike.traverse((object) => {
    if (!(object instanceof THREE.Mesh)) return
    object.geometry.computeBoundingBox()
    const box = object.geometry.boundingBox
    if (!box) return
    for (const x of [box.min.x, box.max.x])
      for (const y of [box.min.y, box.max.y])
        for (const z of [box.min.z, box.max.z])
          corners.push(new THREE.Vector3(x, y, z).applyMatrix4(object.matrixWorld))
  })
  return corners
}

/** Steps back and aside until the bike fills its share of the picture. */
const fit = (
  camera: THREE.PerspectiveCamera,
  corners: readonly THREE.Vector3[],
  aim: THREE.Vector3,
  fill: number,
): void => {
  for (let round = 0; round < 6; round++) {
    camera.lookAt(aim)
    camera.updateMatrixWorld()
    const seen = corners.map((corner) => corner.clone().project(camera))
    const [xs, ys] = [seen.map(({ x }) => x), seen.map(({ y }) => y)]
    const [left, right] = [Math.min(...xs), Math.max(...xs)]
    const [low, high] = [Math.min(...ys), Math.max(...ys)]
    const scale = Math.max(right - left, high - low) / 2 / fill
    const distance = camera.position.clone().sub(aim).length()
    const half = Math.tan((camera.fov * Math.PI) / 360) * distance
    aim.y += ((low + high) / 2) * half
    const away = camera.position.clone().sub(aim)
    const sideways = ((left + right) / 2) * half * camera.aspect
    const across = new THREE.Vector3(away.z, 0, -away.x).normalize().multiplyScalar(sideways)
    aim.add(across)
    camera.position.set(aim.x + away.x * scale, camera.position.y, aim.z + away.z * scale)
  }
  camera.lookAt(aim)
}

const frameOdometer = ({ bike, random, aspect }: Frame): THREE.PerspectiveCamera => {
  const camera = new THREE.PerspectiveCamera(38, aspect, 4, 9_000)
  let face: THREE.Object3D | undefined
  bike.traverse((object) => {
    if (object.name === odometerName) face = object
  })
  if (!face) throw new Error('This bike has no odometer.')
  const at = face.getWorldPosition(new THREE.Vector3())
  const turn = face.getWorldQuaternion(new THREE.Quaternion())
  const normal = new THREE.Vector3(0, 0, 1).applyQuaternion(turn)
  camera.up = new THREE.Vector3(0, 1, 0).applyQuaternion(turn)
  camera.position.copy(at.clone().addScaledVector(normal, random.between(19, 24)))
  camera.position.add(new THREE.Vector3(0, random.between(-1, 2), random.between(-3, 3)))
  camera.lookAt(at)
  return camera
}

/** A camera for this view of the bike, which stands in its place already. */
export const createCamera = (frame: Frame): THREE.PerspectiveCamera => {
  const { bike, view, random, aspect } = frame
  if (view === 'odometer') return frameOdometer(frame)
  const camera = new THREE.PerspectiveCamera(random.between(34, 42), aspect, 20, 9_000)
  const box = new THREE.Box3().setFromObject(bike)
  const aim = new THREE.Vector3((box.min.x + box.max.x) / 2, (box.min.y + box.max.y) / 2, (box.min.z + box.max.z) / 2)
  camera.position.set(random.between(-25, 25), random.between(80, 145), 300)
  fit(camera, listCorners(bike), aim, random.between(0.95, 1.04))
  camera.rotateZ(random.between(-0.025, 0.025))
  return camera
}
