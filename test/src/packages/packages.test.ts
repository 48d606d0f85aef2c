// One file, because its tests share one set of packages and one installation of each package manager.
import "./pack";
import "./contents";
import "./outside";
