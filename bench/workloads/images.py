"""Reading a folder of small images, as image classification starts with."""

from report import time_bar

from ._threads import THREADS

TITLE = "Read a folder of PNG images of 28 × 28 gray pixels, labeled by their subfolders, into one array."
QUALITY = "pixels agree"
SHAPES = {"full": {"images": 10_000}, "small": {"images": 1000}}
CLASSES = 10
SIDE = 28


def make(folder, seed, images):
    import numpy as np
    from PIL import Image

    draw = np.random.default_rng(seed)
    rows, columns = np.mgrid[:SIDE, :SIDE]
    total = 0
    for label in range(CLASSES):
        (folder / "images" / str(label)).mkdir(parents=True, exist_ok=True)
    for number in range(images):
        # A stroke on a dark ground, as handwritten digits are: most pixels are 0.
        middle, angle = draw.uniform(8, 20, 2), draw.uniform(0, np.pi)
        across = (rows - middle[0]) * np.cos(angle) + (columns - middle[1]) * np.sin(angle)
        along = np.hypot(rows - middle[0], columns - middle[1])
        pixels = np.where(along < 10, 255 * np.exp(-0.5 * (across / draw.uniform(1, 2)) ** 2), 0).astype(np.uint8)
        total += int(pixels.sum())
        Image.fromarray(pixels).save(folder / "images" / str(number % CLASSES) / f"{number:05}.png")
    (folder / "total.txt").write_text(str(total))


def expected(folder):
    return int((folder / "total.txt").read_text())


def hornbook(folder):
    import hornbook
    import pyarrow
    import pyarrow.compute

    def agrees(table):
        pixels = pyarrow.table(table)["image"].combine_chunks().storage.flatten()
        return float(pyarrow.compute.sum(pixels).as_py() == expected(folder))

    return lambda: hornbook.read_table(folder / "images", n_jobs=THREADS), agrees


def pillow(threads):
    """Pillow and numpy, as a data loader does it: list the files, decode each, stack them."""

    def peer(folder):
        from concurrent.futures import ThreadPoolExecutor

        import numpy as np
        from PIL import Image

        def decoded(path):
            with Image.open(path) as image:
                return np.asarray(image)

        def read():
            paths = sorted((folder / "images").glob("*/*.png"))
            labels = [path.parent.name for path in paths]
            if threads == 1:
                return np.stack([decoded(path) for path in paths]), labels
            with ThreadPoolExecutor(threads) as pool:
                return np.stack(list(pool.map(decoded, paths, chunksize=64))), labels

        return read, lambda result: float(int(result[0].sum(dtype=np.int64)) == expected(folder))

    return peer


PEERS = {"hornbook": hornbook, "Pillow": pillow(1), f"Pillow, {THREADS} threads": pillow(THREADS)}


def bars(results, folder):
    return [time_bar(results, "hornbook", [peer for peer in PEERS if peer != "hornbook"], 1.0)]
