#!/bin/bash
# Three tasks, each alone on a node. Choose the kind of node when you submit: sbatch --constraint=genoa slurm.sh
#SBATCH --job-name=cryptogap
#SBATCH --array=0-2
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=2
#SBATCH --exclusive
#SBATCH --mem=2G
#SBATCH --time=01:00:00
#SBATCH --output=cryptogap-%A-%a.log
set -euo pipefail

mkdir -p results
# The task's number keeps two tasks on one node apart.
srun --cpu-bind=cores cryptogap run --format json -o "results/$SLURMD_NODENAME-$SLURM_ARRAY_TASK_ID.json"
